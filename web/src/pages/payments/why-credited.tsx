import { Link } from '@tanstack/react-router'
import type { PaymentData } from '@tributary/contract/payment.ts'
import { Check, Clock, Minus, X } from 'lucide-react'
import { formatCount, formatWholeShare } from '../../format/number.ts'
import { buttonClass } from '../../parts/forms/button.tsx'
import { paymentListTexts, receiptTexts } from '../../texts/payment-list.ts'
import { texts } from '../../texts/texts.ts'
import styles from './payment-page.module.css'

const words = texts.payments
type Step = PaymentData['receipt']['steps'][number]

const signs = { linked: Check, waiting: Clock, skipped: Minus, rejected: X }

/** How the payment's visitor was found, or why none was: each method in order. */
export function WhyCredited({ payment, siteId }: { payment: PaymentData; siteId: string }) {
  const { link, visitorId, receipt } = payment
  const isUnlinked = link.method === 'manual' && visitorId === null
  return (
    <section className={styles.card} aria-labelledby="why">
      <h2 id="why">{words.why}</h2>
      <p className={styles.story}>
        <strong>
          {isUnlinked
            ? paymentListTexts.causes['unlinked-by-hand']
            : (words.methods[link.method] ?? link.method)}
          .
        </strong>{' '}
        {isUnlinked ? receiptTexts.unlinkedStory : words.methodStories[link.method]}{' '}
        {visitorId !== null && (
          <span className={styles.sure}>{words.confidence(formatWholeShare(link.confidence))}</span>
        )}
      </p>
      <ol className={styles.steps}>
        {receipt.steps.map((step) => (
          <StepLine key={step.step} step={step} />
        ))}
      </ol>
      {visitorId === null && !isUnlinked && (
        <div className={styles.remedy}>
          <h3>{words.remedy}</h3>
          <p>{words.remedyText}</p>
        </div>
      )}
      {visitorId !== null && (
        <Link
          to="/sites/$siteId/visitors/$visitorId"
          params={{ siteId, visitorId }}
          className={buttonClass('plain')}
        >
          {words.openVisitor}
        </Link>
      )}
    </section>
  )
}

/** A step is skipped when an earlier one found the visitor, or when it lacks what it needs. */
function outcomeOf({ outcome, reason }: Step): string | undefined {
  const isMoot = outcome === 'skipped' && reason === 'not-considered'
  return isMoot ? words.notNeeded : words.outcomes[outcome]
}

function StepLine({ step }: { step: Step }) {
  const Sign = signs[step.outcome]
  const others = step.candidates.filter(({ rejected }) => rejected !== null).length
  return (
    <li className={styles.step} data-outcome={step.outcome}>
      <span className={styles.sign}>
        <Sign aria-hidden />
      </span>
      <div>
        <p>
          <strong>{words.steps[step.step] ?? step.step}:</strong> {outcomeOf(step)}
        </p>
        <p className={styles.reason}>
          {words.reasons[step.reason] ?? step.reason}
          {others > 0 && ` ${words.rejectedCandidates(formatCount(others))}.`}
        </p>
      </div>
    </li>
  )
}
