import { CircleAlert, CircleCheck, CircleDashed, MessageSquareText } from 'lucide-react'
import type { ReconciledLine } from '../../../api/reconciliation.ts'
import { formatDay } from '../../../format/date.ts'
import { formatMoney, formatSignedMoney } from '../../../format/money.ts'
import { formatProvider } from '../../../format/provider.ts'
import tables from '../../../parts/figure-table.module.css'
import { reconciliationTexts as words } from '../../../texts/reconciliation.ts'
import { ItemLine } from './item-line.tsx'
import styles from './reconciliation.module.css'

const signs = {
  agrees: CircleCheck,
  differs: CircleAlert,
  explained: MessageSquareText,
  unfinished: CircleDashed,
}

/** A day of an account: whether it agrees, and opened, both sides with every difference. */
export function DayLine({ siteId, line }: { siteId: string; line: ReconciledLine }) {
  const { day, currency, state, recorded, items } = line
  const Sign = signs[state]
  return (
    <details className={styles.day} open={state === 'differs'}>
      <summary className={styles.summary}>
        <Sign className={styles.sign} data-state={state} aria-hidden />
        <span className={styles.name}>{words.day(formatDay(day), currency)}</span>
        <span className={styles.state} data-state={state}>
          {words.states[state]}
          {items.length > 0 && ` · ${words.differences(items.length)}`}
        </span>
        <span className={styles.count}>{words.payments(recorded.payments)}</span>
        <span className={`${styles.net} money`}>
          {words.net(formatMoney(recorded.net, currency))}
        </span>
      </summary>
      <div className={styles.opened}>
        <Sides line={line} />
        {items.length > 0 && (
          <ul className={styles.items}>
            {items.map((item) => (
              <ItemLine
                key={item.id}
                siteId={siteId}
                item={item}
                place={{ provider: line.provider, day, itemId: item.id }}
              />
            ))}
          </ul>
        )}
      </div>
    </details>
  )
}

const figures = ['gross', 'refunds', 'disputes', 'fees', 'net'] as const

/** The five figures of a day on both sides, and what lies between them. */
function Sides({ line }: { line: ReconciledLine }) {
  const { provider, day, currency, statement, recorded } = line
  const rows = [
    { name: words.provider(formatProvider(provider)), figure: statement },
    { name: words.recorded, figure: recorded },
  ]
  const label = `${words.sides}: ${words.day(formatDay(day), currency)}`
  return (
    <section className={tables.scroll} aria-label={label}>
      <table className={`${tables.table} ${styles.sides}`}>
        <thead>
          <tr>
            <td />
            {figures.map((name) => (
              <th key={name} scope="col">
                {words.figures[name]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, figure }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {figures.map((one) => (
                <td key={one} className="money">
                  {formatMoney(figure[one], currency)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{words.difference}</th>
            {figures.map((one) => (
              <td key={one} className="money">
                {formatSignedMoney(exactly(recorded[one] - statement[one]), currency)}
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
    </section>
  )
}

/** A difference of two decimal amounts without the noise of binary fractions. */
function exactly(difference: number): number {
  return Number(difference.toFixed(4)) || 0
}
