import type { Realtime } from '@tributary/contract/questions/realtime.ts'
import { formatInstantTime } from '../../format/date.ts'
import { formatCount } from '../../format/number.ts'
import tables from '../../parts/figures/figure-table.module.css'
import { exploreTexts } from '../../texts/explore.ts'

const words = exploreTexts.realtime

/** The last minutes as a table, the newest first. */
export function MinuteTable({ minutes }: Pick<Realtime, 'minutes'>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className={tables.scroll} tabIndex={0} aria-label={words.minutes}>
      <table className={tables.table}>
        <thead>
          <tr>
            <th scope="col">{words.minute}</th>
            <th scope="col">{words.visitors}</th>
            <th scope="col">{words.pageViews}</th>
          </tr>
        </thead>
        <tbody>
          {minutes.toReversed().map(({ minute, visitors, pageViews }) => (
            <tr key={minute}>
              <th scope="row">{formatInstantTime(minute)}</th>
              <td>{formatCount(visitors)}</td>
              <td>{formatCount(pageViews)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
