import {
  ChevronDown,
  CircleAlert,
  CircleCheck,
  CircleDashed,
  MessageSquareText,
} from 'lucide-react'
import { useState } from 'react'
import type { ReconciledLine } from '../../../api/money/reconciliation.ts'
import { formatDay } from '../../../format/date.ts'
import { formatMoney } from '../../../format/money.ts'
import { formatProvider } from '../../../format/provider.ts'
import tables from '../../../parts/figures/figure-table.module.css'
import { reconciliationTexts as words } from '../../../texts/reconciliation.ts'
import { ItemLine } from './item-line.tsx'
import styles from './reconciliation.module.css'

const signs = {
  agrees: CircleCheck,
  differs: CircleAlert,
  explained: MessageSquareText,
  unfinished: CircleDashed,
}

/** A day of an account: whether it agrees, and when opened, both sides with every difference. */
export function DayLine({ siteId, line }: { siteId: string; line: ReconciledLine }) {
  const { day, currency, state, recorded, items } = line
  const Sign = signs[state]
  // An opened day stays open when nothing differs any more.
  const [isOpen, setIsOpen] = useState(state === 'differs')
  return (
    <details
      className={styles.day}
      open={isOpen}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary className={styles.summary}>
        <Sign className={styles.sign} data-state={state} aria-hidden />
        <span className={styles.name}>{words.day(formatDay(day), currency)}</span>
        <span className={styles.state} data-state={state}>
          {[words.states[state], ...counts(items)].join(' · ')}
        </span>
        <span className={styles.count}>{words.payments(recorded.payments)}</span>
        <span className={`${styles.net} money`}>
          {words.net(formatMoney(recorded.net, currency))}
        </span>
        <ChevronDown className={styles.chevron} aria-hidden />
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

/** How many differences count, and how many were left out. */
function counts(items: ReconciledLine['items']): string[] {
  const leftOut = items.filter(({ decision }) => decision?.kind === 'left-out').length
  const counted = items.length - leftOut
  return [
    ...(counted > 0 ? [words.differences(counted)] : []),
    ...(leftOut > 0 ? [words.leftOutCount(leftOut)] : []),
  ]
}

const figures = ['gross', 'refunds', 'disputes', 'fees', 'net'] as const

/** The five figures of a day on both sides, and their differences. */
function Sides({ line }: { line: ReconciledLine }) {
  const { provider, day, currency, statement, recorded } = line
  const label = `${words.sides}: ${words.day(formatDay(day), currency)}`
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className={`${tables.scroll} ${styles.sides}`} tabIndex={0} aria-label={label}>
      <table className={tables.table}>
        <thead>
          <tr>
            <td />
            <th scope="col">{formatProvider(provider)}</th>
            <th scope="col">{words.recorded}</th>
            <th scope="col">{words.difference}</th>
          </tr>
        </thead>
        <tbody>
          {figures.map((name) => (
            <tr key={name}>
              <th scope="row">{words.figures[name]}</th>
              <td className="money">{formatMoney(statement[name], currency)}</td>
              <td className="money">{formatMoney(recorded[name], currency)}</td>
              <td className="money">{signed(recorded[name] - statement[name], currency)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** A difference of two decimal amounts, exact to the cent, without the noise of binary fractions. */
function signed(difference: number, currency: string): string {
  const exact = Number(difference.toFixed(4)) || 0
  return `${exact > 0 ? '+' : ''}${formatMoney(exact, currency)}`
}
