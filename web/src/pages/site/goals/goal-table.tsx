import { formatCount, formatShare } from '../../../format/number.ts'
import { barStyle } from '../../../parts/figures/bar-style.ts'
import { Interval, UncertainNote } from '../../../parts/figures/interval.tsx'
import { texts } from '../../../texts/texts.ts'
import styles from '../breakdowns/breakdown-table.module.css'
import { countWidth, sideStyle } from '../breakdowns/breakdown-table.tsx'
import type { NamedGoal } from './arrange-goals.ts'

interface GoalTableProps {
  rows: readonly NamedGoal[]
  choose: (goal: string) => void
}

/** Goals with their share of all visitors as a bar. */
export function GoalTable({ rows, choose }: GoalTableProps) {
  const most = Math.max(1, ...rows.map(({ visitors }) => visitors))
  return (
    <>
      <table className={styles.table} style={sideStyle([countWidth, countWidth, countWidth])}>
        <thead>
          <tr>
            <th scope="col">{texts.panels.names.goal}</th>
            <th scope="col" style={{ width: countWidth }}>
              {texts.goals.people}
            </th>
            <th scope="col" style={{ width: countWidth }}>
              {texts.goals.reached}
            </th>
            <th scope="col" style={{ width: countWidth }} title={texts.goals.rateHint}>
              {texts.goals.rate}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ goal, name, visitors, count, rate, interval }) => (
            <tr key={goal} className={styles.row} style={barStyle(visitors / most)}>
              <th scope="row" className={styles.label}>
                <span className={styles.cell}>
                  <button
                    type="button"
                    className={styles.choose}
                    title={goal}
                    aria-label={texts.panels.filterBy(name)}
                    onClick={() => choose(goal)}
                  >
                    <span className={styles.words}>{name}</span>
                  </button>
                </span>
              </th>
              <td className={styles.number}>{formatCount(visitors)}</td>
              <td className={styles.number}>{formatCount(count)}</td>
              <td className={styles.number}>
                <Rate rate={rate} interval={interval} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <UncertainNote intervals={rows.map(({ interval }) => interval)} />
    </>
  )
}

/** A rate of small numbers is marked, with its interval. */
function Rate({ rate, interval }: Pick<NamedGoal, 'rate' | 'interval'>) {
  if (rate === null) return <span className={styles.none}>–</span>
  // What is certain enough needs no tab stop in every row.
  if (!interval?.uncertain) return formatShare(rate)
  return (
    <span className={styles.above}>
      <Interval interval={interval} write={formatShare}>
        {formatShare(rate)}
      </Interval>
    </span>
  )
}
