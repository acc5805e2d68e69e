import { Link } from '@tanstack/react-router'
import type { PaymentSummary } from '@tributary/contract/payments.ts'
import { formatInstant } from '../../format/date.ts'
import { labelOf } from '../../format/dimension-label.ts'
import { formatMoney } from '../../format/money.ts'
import { formatProvider } from '../../format/provider.ts'
import { Mark } from '../../marks/mark.tsx'
import { KnownPerson, VisitorStory } from '../../parts/known-person.tsx'
import { paymentListTexts } from '../../texts/payment-list.ts'
import { texts } from '../../texts/texts.ts'
import { PaymentStatus } from './payment-status.tsx'
import styles from './payments-page.module.css'

const words = paymentListTexts

interface PaymentRowProps {
  payment: PaymentSummary
  /** Undefined while loading, null for none. */
  credited: PaymentSummary['credited']
  siteId: string
  /** Undefined if payments are not being selected. */
  choose: ((isChosen: boolean) => void) | undefined
  isChosen: boolean
}

/** A payment with its credit; it links to its receipt and to its visitor. */
export function PaymentRow({ payment, credited, siteId, choose, isChosen }: PaymentRowProps) {
  const { paymentId, visitorId, amount, netAmount, currency, reported, timestamp } = payment
  const { link, cause } = payment
  return (
    <li className={styles.row} data-chosen={isChosen || undefined}>
      {choose && (
        <input
          type="checkbox"
          className={styles.choose}
          aria-label={words.choose(formatMoney(amount, currency), formatInstant(timestamp))}
          checked={isChosen}
          onChange={({ target }) => choose(target.checked)}
        />
      )}
      <time className={styles.time} dateTime={timestamp}>
        {formatInstant(timestamp)}
      </time>
      <Link
        to="/sites/$siteId/payments/$paymentId"
        params={{ siteId, paymentId }}
        className={styles.amount}
      >
        <span className="money">{formatMoney(amount, currency)}</span>
        {netAmount !== amount && (
          <small className={styles.small}>{words.left(formatMoney(netAmount, currency))}</small>
        )}
        {reported && payment.duplicate === null && (
          <small className={styles.small}>
            {words.reported(formatMoney(reported.netAmount, reported.currency))}
          </small>
        )}
      </Link>
      <span className={styles.status}>
        <PaymentStatus payment={payment} />
        {payment.duplicate && (
          <small className={styles.small}>
            {words.duplicateOf(formatProvider(payment.duplicate.provider))}
          </small>
        )}
      </span>
      <span className={styles.provider}>
        <Mark kind="provider" value={payment.provider} label={formatProvider(payment.provider)} />{' '}
        {[formatProvider(payment.provider), payment.product].filter(Boolean).join(' · ')}
      </span>
      <span className={styles.customer}>
        {visitorId === null ? (
          <span className={styles.small}>–</span>
        ) : (
          <>
            <Link
              to="/sites/$siteId/visitors/$visitorId"
              params={{ siteId, visitorId }}
              className={styles.visitor}
            >
              <KnownPerson siteId={siteId} visitorId={visitorId} />
            </Link>
            <VisitorStory siteId={siteId} visitorId={visitorId} />
          </>
        )}
      </span>
      <span className={styles.credited}>{credited && <CreditedTo visit={credited} />}</span>
      <span className={styles.link} data-look={lookOf(payment)}>
        {texts.payments.methods[cause === null ? link.method : 'none']}
        {cause !== null && <small className={styles.small}>{words.causes[cause] ?? cause}</small>}
      </span>
    </li>
  )
}

function CreditedTo({ visit }: { visit: NonNullable<PaymentSummary['credited']> }) {
  const source = labelOf('source', visit.source)
  const channel = labelOf('channel', visit.channel)
  // A direct visit has the same word for both.
  const more = [channel === source ? '' : channel, visit.campaign].filter(Boolean)
  return (
    <>
      <span title={texts.payments.columns.source}>
        <Mark kind="source" value={visit.source} label={source} /> {source}
      </span>
      <small className={styles.small}>{more.join(' · ')}</small>
    </>
  )
}

function lookOf({ link, cause }: PaymentSummary): 'unlinked' | 'probable' | undefined {
  if (cause !== null || link.method === 'none') return 'unlinked'
  return link.probable ? 'probable' : undefined
}
