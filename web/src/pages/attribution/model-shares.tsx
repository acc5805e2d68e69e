import type { ModelsAnswer } from '@tributary/contract/questions/model-comparison.ts'
import { formatMoney } from '../../format/money.ts'
import { formatColumnShare, formatPoints } from '../../format/number.ts'
import tables from '../../parts/figures/figure-table.module.css'
import { ModelTable } from '../../parts/figures/model-table.tsx'
import { exploreTexts } from '../../texts/explore.ts'
import { texts } from '../../texts/texts.ts'
import type { Dimension } from '../../url-state/dimension.ts'
import { models as inOrder } from '../../url-state/model.ts'
import styles from './attribution-page.module.css'

const words = exploreTexts.attribution

interface ModelSharesProps {
  answer: ModelsAnswer
  dimension: Dimension
}

/** Each model's credit for each value, as money, as a share and as the difference between the shares. */
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
        <ModelTable
          dimension={dimension}
          models={inOrder.filter((model) => models.includes(model))}
          rows={rows}
          totals={totals}
          currency={currency}
          renderNote={(model) =>
            standsIn.has(model) && (
              <span className={styles.fallback}>
                {words.fallback(texts.models.short[standsIn.get(model) ?? model])}
              </span>
            )
          }
          renderCell={({ revenue, share, shift }, model) => (
            <td
              style={{ '--share': share[model] ?? 0 } as React.CSSProperties}
              className={styles.bar}
            >
              <span className="money">{formatMoney(revenue[model] ?? 0, currency)}</span>
              <small>
                {formatColumnShare(share[model] ?? 0)}
                <Shift shift={shift[model] ?? 0} />
              </small>
            </td>
          )}
        />
      </section>
    </>
  )
}

function Shift({ shift }: { shift: number }) {
  // What rounds to less than a tenth of a point looks like none, too.
  if (Math.abs(shift) < 0.0005) return null
  return (
    <span className={styles.shift} data-sign={Math.sign(shift)}>
      {words.points(formatPoints(shift))}
    </span>
  )
}
