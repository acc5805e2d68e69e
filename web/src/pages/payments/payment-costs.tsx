import type { PaymentData } from '@tributary/contract/payment.ts'
import { formatInstant } from '../../format/date.ts'
import { formatMoney } from '../../format/money.ts'
import { texts } from '../../texts/texts.ts'
import styles from './payment-page.module.css'

const words = texts.costs

/** The take-home amount of a payment: its tax and each fee as the provider stated it, and what is unknown. */
export function PaymentCosts({ payment }: { payment: PaymentData }) {
  const { currency, receipt, netAmount, fees, takeHome } = payment
  if (payment.amount === 0) return null
  const { netTax } = receipt
  return (
    <section className={styles.card} aria-labelledby="costs">
      <h2 id="costs">{words.title}</h2>
      <dl className={styles.facts}>
        <div>
          <dt>{texts.payments.fact.net}</dt>
          <dd className="money">{formatMoney(netAmount, currency)}</dd>
        </div>
        <div>
          <dt>{words.tax}</dt>
          <dd>
            {netTax === null ? (
              <span className={styles.unknown}>{words.unknownTax}</span>
            ) : (
              formatMoney(-netTax.amount, currency)
            )}
            {netTax?.proportional && <p className={styles.unknown}>{words.proportional}</p>}
          </dd>
        </div>
        {receipt.fees.map((fee) => (
          <div key={`${fee.id} ${fee.kind}`}>
            <dt>{words.fee(words.kinds[fee.kind], words.of[fee.of])}</dt>
            <dd>
              {formatMoney(-fee.amount, fee.currency)}
              {' · '}
              <time dateTime={fee.timestamp}>{formatInstant(fee.timestamp)}</time>
            </dd>
          </div>
        ))}
        {fees === null && (
          <div>
            <dt>{words.fees}</dt>
            <dd className={styles.unknown}>{words.unknownFees}</dd>
          </div>
        )}
        {takeHome !== null && (
          <div>
            <dt>{texts.figures.names.takeHome}</dt>
            <dd>
              <strong className="money">{formatMoney(takeHome, currency)}</strong>
            </dd>
          </div>
        )}
      </dl>
    </section>
  )
}
