import type { PathsAnswer } from '@tributary/contract/questions/paths.ts'
import { formatMoney } from '../../format/money.ts'
import { formatCount } from '../../format/number.ts'
import tables from '../../parts/figures/figure-table.module.css'
import { Panel } from '../../parts/figures/panel.tsx'
import { ValueName } from '../../parts/figures/value-name.tsx'
import { exploreTexts } from '../../texts/explore.ts'
import { texts } from '../../texts/texts.ts'
import type { Dimension } from '../../url-state/dimension.ts'
import styles from './attribution-page.module.css'

const words = exploreTexts.attribution

/** Assisted conversions: touches before the last one, with first and last touches. */
export function AssistTable({ answer, dimension }: { answer: PathsAnswer; dimension: Dimension }) {
  const { assists, currency } = answer
  return (
    <Panel title={words.assists}>
      <p className={styles.hint}>{words.assistsHint}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className={tables.scroll} tabIndex={0} aria-label={words.assistsTable}>
        <table className={tables.table}>
          <thead>
            <tr>
              <th scope="col">{texts.panels.names[dimension]}</th>
              <th scope="col">{words.assisted}</th>
              <th scope="col">{words.assistedRevenue}</th>
              <th scope="col">{words.first}</th>
              <th scope="col">{words.last}</th>
            </tr>
          </thead>
          <tbody>
            {assists.map(({ value, assisted, assistedRevenue, first, last }) => (
              <tr key={value}>
                <th scope="row">
                  <ValueName dimension={dimension} value={value} />
                </th>
                <td>{formatCount(assisted)}</td>
                <td className="money">{formatMoney(assistedRevenue, currency)}</td>
                <td>{formatCount(first)}</td>
                <td>{formatCount(last)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Panel>
  )
}
