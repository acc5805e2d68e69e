import type { ModelsAnswer } from '@tributary/contract/questions/model-comparison.ts'
import { formatMoney } from '../../format/money.ts'
import { formatChange, formatWholeShare } from '../../format/number.ts'
import tables from '../../parts/figure-table.module.css'
import { labelOf } from '../../parts/report-tools/dimension-label.ts'
import { exploreTexts } from '../../texts/explore.ts'
import { texts } from '../../texts/texts.ts'
import type { Dimension } from '../../url-state/dimension.ts'
import styles from './attribution-page.module.css'

const words = exploreTexts.attribution

interface ModelSharesProps {
  answer: ModelsAnswer
  dimension: Dimension
}

/** For each value what each model credits it with, as money, as a share and as the shift of it. */
export function ModelShares({ answer, dimension }: ModelSharesProps) {
  const { models, rows, totals, currency, fallbacks } = answer
  const standsIn = new Map(fallbacks.map(({ model, used }) => [model, used]))
  return (
    <>
      <p className={styles.hint}>{words.modelsHint(texts.models[models[0] ?? 'last'])}</p>
      <section
        className={`${tables.scroll} ${styles.whole}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label={words.modelsTable}
      >
        <table className={`${tables.table} ${tables.wide}`}>
          <thead>
            <tr>
              <th scope="col">{texts.panels.names[dimension]}</th>
              {models.map((model) => (
                <th key={model} scope="col" title={texts.models.hints[model]}>
                  {texts.models.short[model]}
                  {standsIn.has(model) && (
                    <span className={styles.fallback}>
                      {words.fallback(texts.models.short[standsIn.get(model) ?? model])}
                    </span>
                  )}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={`${row.notLinked} ${row.value}`}>
                <th scope="row">
                  {row.notLinked ? texts.panels.notLinked : labelOf(dimension, row.value)}
                </th>
                {models.map((model) => (
                  <td
                    key={model}
                    style={{ '--share': row.share[model] ?? 0 } as React.CSSProperties}
                    className={styles.bar}
                  >
                    <span className="money">{formatMoney(row.revenue[model] ?? 0, currency)}</span>
                    <small>
                      {formatWholeShare(row.share[model] ?? 0)}
                      <Shift shift={row.shift[model] ?? 0} />
                    </small>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{texts.models.total}</th>
              {models.map((model) => (
                <td key={model} className="money">
                  {formatMoney(totals[model] ?? 0, currency)}
                </td>
              ))}
            </tr>
          </tfoot>
        </table>
      </section>
    </>
  )
}

function Shift({ shift }: { shift: number }) {
  // What rounds to no percent looks like none, too.
  if (Math.abs(shift) < 0.005) return null
  return (
    <span className={styles.shift} data-sign={Math.sign(shift)}>
      {formatChange(shift)}
    </span>
  )
}
