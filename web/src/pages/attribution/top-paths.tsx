import type { PathsAnswer } from '@tributary/contract/questions/paths.ts'
import { ChevronRight } from 'lucide-react'
import { labelOf } from '../../format/dimension-label.ts'
import { formatMoney } from '../../format/money.ts'
import { formatCount } from '../../format/number.ts'
import tables from '../../parts/figures/figure-table.module.css'
import { Panel } from '../../parts/figures/panel.tsx'
import { exploreTexts } from '../../texts/explore.ts'
import type { Dimension } from '../../url-state/dimension.ts'
import styles from './attribution-page.module.css'

const words = exploreTexts.attribution

interface TopPathsProps {
  answer: PathsAnswer
  dimension: Dimension
}

/** The most frequent paths to a first payment, oldest touch first. */
export function TopPaths({ answer: { topPaths, currency }, dimension }: TopPathsProps) {
  return (
    <Panel title={words.paths}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className={tables.scroll} tabIndex={0} aria-label={words.pathsTable}>
        <table className={tables.table}>
          <thead>
            <tr>
              <th scope="col">{words.way}</th>
              <th scope="col">{words.customers}</th>
              <th scope="col">{words.revenue}</th>
            </tr>
          </thead>
          <tbody>
            {topPaths.map(({ path, conversions, revenue }) => (
              <tr key={path.join('\n')}>
                <th scope="row">
                  <span className={styles.path}>
                    {path.map((value, index) => (
                      <span key={index} className={styles.touch}>
                        {index > 0 && <ChevronRight aria-hidden />}
                        {labelOf(dimension, value)}
                      </span>
                    ))}
                  </span>
                </th>
                <td>{formatCount(conversions)}</td>
                <td className="money">{formatMoney(revenue, currency)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Panel>
  )
}
