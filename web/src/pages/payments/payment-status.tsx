import type { PaymentData } from '@tributary/contract/payment.ts'
import { texts } from '../../texts/texts.ts'
import styles from './payment-page.module.css'

const looks: Readonly<Record<string, string | undefined>> = {
  paid: styles.good,
  refunded: styles.bad,
  'dispute-lost': styles.bad,
}

/** The state of a payment, in a word or two. */
export function PaymentStatus({ payment }: { payment: Pick<PaymentData, 'status' | 'renewal'> }) {
  const { status, renewal } = payment
  return (
    <>
      <span className={`${styles.chip} ${looks[status] ?? ''}`}>
        {texts.payments.statuses[status] ?? status}
      </span>
      {renewal && <span className={styles.chip}>{texts.payments.renewal}</span>}
    </>
  )
}
