import type { PaymentData } from '@tributary/contract/payment.ts'
import { formatInstant } from '../../format/date.ts'
import { texts } from '../../texts/texts.ts'
import styles from './payment-page.module.css'

const words = texts.payments

/** Who told us what of a payment, oldest first, and what later reports said otherwise. */
export function PaymentHistory({ payment: { receipt } }: { payment: PaymentData }) {
  return (
    <section className={styles.card} aria-labelledby="history">
      <h2 id="history">{words.history}</h2>
      <ol className={styles.history}>
        {receipt.history.map(({ timestamp, source, kind }) => (
          <li key={`${timestamp} ${kind} ${source}`}>
            <time dateTime={timestamp}>{formatInstant(timestamp)}</time>
            <span>{words.kinds[kind] ?? kind}</span>
            <span className={styles.reason}>{source}</span>
          </li>
        ))}
      </ol>
      {receipt.discrepancies.length > 0 && (
        <>
          <h3>{words.discrepancies}</h3>
          <ul className={styles.history}>
            {receipt.discrepancies.map(({ field, kept, told, timestamp }) => (
              <li key={`${timestamp} ${field}`}>
                {words.discrepancy(field, JSON.stringify(kept), JSON.stringify(told))}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
