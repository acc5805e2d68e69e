import { Link } from '@tanstack/react-router'
import type { PaymentData } from '@tributary/contract/payment.ts'
import { useCountPayments } from '../../api/money/payments.ts'
import { formatProvider } from '../../format/provider.ts'
import { Button } from '../../parts/forms/button.tsx'
import { explainFailure } from '../../parts/states/failure.tsx'
import { Notice } from '../../parts/states/notice.tsx'
import { texts } from '../../texts/texts.ts'
import styles from './payment-page.module.css'

const words = texts.payments.duplicate

interface DuplicateNoteProps {
  payment: PaymentData
  siteId: string
  mayCount: boolean
}

/** Why a payment is not counted, or that a person decided to count it, and a button to change that. */
export function DuplicateNote({ payment, siteId, mayCount }: DuplicateNoteProps) {
  const counting = useCountPayments(siteId)
  const { duplicate, countedByHand, paymentId } = payment
  if (duplicate === null && !countedByHand) return null
  return (
    <section className={styles.card} aria-label={words.title}>
      {duplicate === null ? (
        <p>{words.counted}</p>
      ) : (
        <>
          <h2>{words.title}</h2>
          <p>{words.story(formatProvider(duplicate.provider), duplicate.by)}</p>
        </>
      )}
      <div className={styles.actions}>
        {duplicate !== null && (
          <Link
            to="/sites/$siteId/payments/$paymentId"
            params={{ siteId, paymentId: duplicate.paymentId }}
          >
            {words.open}
          </Link>
        )}
        {mayCount && (
          <Button
            busy={counting.isPending}
            onClick={() => counting.mutate({ paymentIds: [paymentId], count: !countedByHand })}
          >
            {countedByHand ? words.undo : words.count}
          </Button>
        )}
      </div>
      {counting.error && <Notice look="bad">{explainFailure(counting.error)}</Notice>}
    </section>
  )
}
