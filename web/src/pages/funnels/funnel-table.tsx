import type { Funnel } from '@tributary/contract/questions/funnel.ts'
import { formatDuration } from '../../format/duration.ts'
import { formatMoney } from '../../format/money.ts'
import { formatCount, formatShare } from '../../format/number.ts'
import tables from '../../parts/figures/figure-table.module.css'
import { exploreTexts } from '../../texts/explore.ts'

const words = exploreTexts.funnels
const share = (value: number | null) => (value === null ? '–' : formatShare(value))

/** The funnel's figures as a table, with every interval written out. */
export function FunnelTable({ names, answer }: { names: readonly string[]; answer: Funnel }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className={tables.scroll} tabIndex={0} aria-label={words.asTable}>
      <table className={tables.table}>
        <thead>
          <tr>
            <th scope="col">{words.stepHead}</th>
            <th scope="col">{words.reached}</th>
            <th scope="col">{words.rate}</th>
            <th scope="col">{words.interval}</th>
            <th scope="col">{words.stepRate}</th>
            <th scope="col">{words.dropOff}</th>
            <th scope="col">{words.time}</th>
            <th scope="col">{words.revenue}</th>
          </tr>
        </thead>
        <tbody>
          {answer.steps.map((figures, index) => (
            <tr key={index}>
              <th scope="row">{names[index]}</th>
              <td>{formatCount(figures.count)}</td>
              <td>{share(figures.conversionRate)}</td>
              <td>
                {figures.interval
                  ? `${formatShare(figures.interval.low)} – ${formatShare(figures.interval.high)}`
                  : '–'}
              </td>
              <td>{share(figures.stepRate)}</td>
              <td>{formatCount(figures.dropOff)}</td>
              <td>
                {figures.medianSeconds === null ? '–' : formatDuration(figures.medianSeconds)}
              </td>
              <td className="money">{formatMoney(figures.revenue, answer.currency)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
