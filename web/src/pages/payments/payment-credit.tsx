import type { PaymentData } from '@tributary/contract/payment.ts'
import { CreditCard } from 'lucide-react'
import { useState } from 'react'
import { formatInstant } from '../../format/date.ts'
import { labelOf } from '../../format/dimension-label.ts'
import { formatSpan } from '../../format/duration.ts'
import { formatMoney } from '../../format/money.ts'
import { formatWholeShare } from '../../format/number.ts'
import { Mark } from '../../marks/mark.tsx'
import { ModelMenu } from '../../parts/report-tools/model-menu.tsx'
import { receiptTexts } from '../../texts/payment-list.ts'
import { defaultModel, models } from '../../url-state/model.ts'
import { CreditTable } from './credit-table.tsx'
import styles from './payment-path.module.css'
import { nameOfTouch, type Touch } from './touch-name.ts'

const words = receiptTexts

/** The visits that led to a payment on a time line, and how a model splits the payment over them. */
export function PaymentCredit({ payment }: { payment: PaymentData }) {
  const { touches, credit } = payment.receipt
  const [model, setModel] = useState(defaultModel)
  if (touches.length === 0) return null
  const offered = models.filter((name) => credit[name] !== undefined)
  const amounts = touches.map((_, index) => credit[model]?.[index] ?? 0)
  const only = touches[amounts.indexOf(payment.amount)]
  const money = (amount: number) => formatMoney(amount, payment.currency)
  return (
    <section className={styles.card} aria-labelledby="credit">
      <div className={styles.head}>
        <h2 id="credit">{words.credit}</h2>
        <ModelMenu model={model} choose={setModel} offered={offered} />
      </div>
      <p className={styles.lead}>
        {only === undefined
          ? words.creditLead
          : only.channel === 'Direct'
            ? words.answerDirect(money(payment.amount))
            : words.answer(money(payment.amount), nameOfTouch(only))}
      </p>
      <div className={styles.split} aria-hidden>
        {amounts.map((amount, index) => (
          // A touch has no id; their order never changes. One without a share leaves no gap either.
          <span
            key={touches[index]?.timestamp}
            hidden={amount === 0}
            style={{ flexGrow: amount }}
          />
        ))}
      </div>
      <ol className={styles.path}>
        {touches.map((touch, index) => (
          <Stop
            key={`${touch.timestamp} ${touch.channel} ${touch.source} ${touch.campaign}`}
            touch={touch}
            before={touches[index - 1]?.timestamp}
            amount={amounts[index] ?? 0}
            payment={payment}
          />
        ))}
        <li className={styles.stop}>
          <span className={styles.sign} data-look="payment">
            <CreditCard aria-hidden />
          </span>
          <span className={styles.what}>
            <strong>{words.paid}</strong>
            <When at={payment.timestamp} before={touches.at(-1)?.timestamp} />
          </span>
          <strong className="money">{money(payment.amount)}</strong>
        </li>
      </ol>
      <details className={styles.all}>
        <summary>{words.allModels}</summary>
        <CreditTable payment={payment} models={offered} />
        <p className={styles.hint}>{words.markov}</p>
      </details>
    </section>
  )
}

interface StopProps {
  touch: Touch
  /** When the visit before it was; undefined for the first. */
  before: string | undefined
  amount: number
  payment: PaymentData
}

/** One visit on the path, with its credit. */
function Stop({ touch, before, amount, payment }: StopProps) {
  const source = labelOf('source', touch.source || touch.channel)
  const channel = labelOf('channel', touch.channel)
  return (
    <li className={styles.stop} data-credited={amount !== 0 || undefined}>
      <span className={styles.sign}>
        <Mark kind="source" value={touch.source} label={source} />
      </span>
      <span className={styles.what}>
        <strong>{nameOfTouch(touch)}</strong>
        {channel !== source && <span className={styles.hint}> {channel}</span>}
        <When at={touch.timestamp} before={before} />
      </span>
      {amount !== 0 && (
        <span className={styles.credited}>
          <span className="money">{formatMoney(amount, payment.currency)}</span>
          {amount !== payment.amount && (
            <small className={styles.hint}>{formatWholeShare(amount / payment.amount)}</small>
          )}
        </span>
      )}
    </li>
  )
}

/** A moment, and how long after the one before it that was. */
function When({ at, before }: { at: string; before: string | undefined }) {
  const seconds = before === undefined ? 0 : (Date.parse(at) - Date.parse(before)) / 1000
  return (
    <small className={styles.hint}>
      <time dateTime={at}>{formatInstant(at)}</time>
      {seconds >= 1 && ` · ${words.later(formatSpan(seconds))}`}
    </small>
  )
}
