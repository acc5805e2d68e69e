import type { GoalRow } from '../../api/goals.ts'
import { formatCount, formatShare } from '../../format/number.ts'
import { texts } from '../../texts/texts.ts'
import styles from './breakdown-table.module.css'
import { countWidth, sideStyle } from './breakdown-table.tsx'

interface GoalTableProps {
  rows: readonly GoalRow[]
  choose: (goal: string) => void
}

/** Goals with their share of all visitors as a bar. */
export function GoalTable({ rows, choose }: GoalTableProps) {
  const most = Math.max(1, ...rows.map(({ visitors }) => visitors))
  return (
    <table className={styles.table} style={sideStyle(3 * countWidth)}>
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
        {rows.map(({ goal, visitors, count, rate }) => (
          <tr
            key={goal}
            className={styles.row}
            style={{ '--visitors': visitors / most, '--revenue': 0 } as React.CSSProperties}
          >
            <th scope="row" className={styles.label}>
              <button
                type="button"
                className={styles.choose}
                title={goal}
                aria-label={texts.panels.filterBy(goal)}
                onClick={() => choose(goal)}
              >
                <span className={styles.words}>{goal}</span>
              </button>
            </th>
            <td className={styles.number}>{formatCount(visitors)}</td>
            <td className={styles.number}>{formatCount(count)}</td>
            <td className={styles.number}>{rate === undefined ? '–' : formatShare(rate)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
