import type { SubscriptionReport } from '@tributary/contract/subscriptions.ts'
import { formatMoney } from '../../format/money.ts'
import { subscriptionTexts as words } from '../../texts/subscriptions.ts'
import styles from './mrr-bridge.module.css'
import page from './subscriptions-page.module.css'

const gains = ['newMrr', 'expansionMrr', 'reactivationMrr'] as const
const losses = ['contractionMrr', 'churnedMrr'] as const

interface MrrBridgeProps {
  totals: SubscriptionReport['totals']
  currency: string
}

/** MRR from the beginning to the end of the range: each movement begins where the one before it ended. */
export function MrrBridge({ totals, currency }: MrrBridgeProps) {
  const { startMrr, mrr } = totals
  const movements = [
    ...gains.map((name) => ({ name, amount: totals[name] })),
    ...losses.map((name) => ({ name, amount: 0 - totals[name] })),
  ].filter(({ amount }) => amount !== 0)
  const most = startMrr + gains.reduce((sum, name) => sum + totals[name], 0) || 1
  let reached = startMrr
  return (
    <div className={`${styles.room} ${page.looks}`}>
      <ol className={styles.bridge}>
        <Step
          look="mrr"
          name={words.bridge.start}
          amount={formatMoney(startMrr, currency)}
          size={startMrr / most}
        />
        {movements.map(({ name, amount }) => {
          const from = reached
          reached += amount
          const written = `${amount > 0 ? '+' : ''}${formatMoney(amount, currency)}`
          return (
            <Step
              key={name}
              look={name}
              name={words.names[name]}
              amount={written}
              from={Math.min(from, reached) / most}
              size={Math.abs(amount) / most}
            />
          )
        })}
        <Step
          look="mrr"
          name={words.bridge.end}
          amount={formatMoney(mrr, currency)}
          size={mrr / most}
        />
      </ol>
    </div>
  )
}

interface StepProps {
  look: string
  name: string
  amount: string
  /** Where its bar begins and how long it is, as parts of the longest. */
  from?: number
  size: number
}

function Step({ look, name, amount, from = 0, size }: StepProps) {
  return (
    <li data-look={look} style={{ '--from': from, '--size': size } as React.CSSProperties}>
      <span className={styles.name}>{name}</span>
      <span className={styles.amount}>{amount}</span>
      <span className={styles.bar} aria-hidden="true" />
    </li>
  )
}
