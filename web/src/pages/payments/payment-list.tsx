import { Link } from '@tanstack/react-router'
import type { PaymentSummary } from '@tributary/contract/payments.ts'
import { CreditCard } from 'lucide-react'
import { useCreditedVisits, usePayments } from '../../api/payments.ts'
import type { Site } from '../../api/sites.ts'
import { formatInstant } from '../../format/date.ts'
import { formatMoney } from '../../format/money.ts'
import { formatProvider } from '../../format/provider.ts'
import { Mark } from '../../marks/mark.tsx'
import { Button, buttonClass } from '../../parts/button.tsx'
import { Empty } from '../../parts/empty.tsx'
import { explainFailure, Failure } from '../../parts/failure.tsx'
import { Notice } from '../../parts/notice.tsx'
import { Person } from '../../parts/person.tsx'
import { labelOf } from '../../parts/report-tools/dimension-label.ts'
import { WaitingRows } from '../../parts/waiting.tsx'
import { texts } from '../../texts/texts.ts'
import { firstDayOf, type PaymentsState } from '../../url-state/payments-state.ts'
import { PaymentStatus } from './payment-status.tsx'
import styles from './payments-page.module.css'

const words = texts.paymentList

interface PaymentListProps {
  site: Site
  state: PaymentsState
  change: (change: Partial<PaymentsState>) => void
}

/** Payments, the latest first, and what each is credited to; each leads to its receipt, and to the story of who made it. */
export function PaymentList({ site, state, change }: PaymentListProps) {
  const from = firstDayOf(state.period, site.timezone)
  const filters = { ...state.filters, from }
  const payments = usePayments(site.id, filters)
  const credited = useCreditedVisits(site.id, filters, payments.data?.pageParams ?? [])
  const found = payments.data?.pages.flatMap((page) => page.payments)
  if (payments.isPending) {
    return (
      <div className={styles.card}>
        <WaitingRows count={9} isTall />
      </div>
    )
  }
  if (found === undefined) {
    return (
      <div className={styles.card}>
        <Failure error={payments.error} retry={() => payments.refetch()} />
      </div>
    )
  }
  return (
    <section className={styles.card} aria-label={words.all}>
      {found.length === 0 && <NoPayments site={site} state={state} change={change} />}
      <ol className={styles.list}>
        {found.map((payment) => (
          <PaymentRow
            key={payment.paymentId}
            payment={payment}
            credited={credited.visits.get(payment.paymentId)}
            siteId={site.id}
          />
        ))}
      </ol>
      {credited.error !== null && <Notice look="bad">{explainFailure(credited.error)}</Notice>}
      {payments.isFetchNextPageError && (
        <Notice look="bad">{explainFailure(payments.error)}</Notice>
      )}
      {payments.hasNextPage && (
        <Button
          className={styles.more}
          busy={payments.isFetchingNextPage}
          onClick={() => payments.fetchNextPage()}
        >
          {payments.isFetchingNextPage ? texts.loading : words.more}
        </Button>
      )}
    </section>
  )
}

interface PaymentRowProps {
  payment: PaymentSummary
  /** Undefined while loading, null for none. */
  credited: PaymentSummary['credited']
  siteId: string
}

function PaymentRow({ payment, credited, siteId }: PaymentRowProps) {
  const { paymentId, visitorId, amount, netAmount, currency, reported, timestamp } = payment
  const { link, cause } = payment
  return (
    <li className={styles.row}>
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
        {reported && (
          <small className={styles.small}>
            {words.reported(formatMoney(reported.netAmount, reported.currency))}
          </small>
        )}
      </Link>
      <span className={styles.status}>
        <PaymentStatus payment={payment} />
      </span>
      <span className={styles.provider}>
        <Mark kind="provider" value={payment.provider} label={formatProvider(payment.provider)} />{' '}
        {[formatProvider(payment.provider), payment.product].filter(Boolean).join(' · ')}
      </span>
      <span className={styles.credited}>{credited && <CreditedTo visit={credited} />}</span>
      <span className={styles.link} data-look={lookOf(payment)}>
        {texts.payments.methods[cause === null ? link.method : 'none']}
        {cause !== null && <small className={styles.small}>{words.causes[cause] ?? cause}</small>}
        {visitorId !== null && (
          <Link
            to="/sites/$siteId/visitors/$visitorId"
            params={{ siteId, visitorId }}
            className={`${styles.small} ${styles.visitor}`}
          >
            <Person visitorId={visitorId} />
          </Link>
        )}
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
  if (cause !== null) return 'unlinked'
  return link.probable ? 'probable' : undefined
}

function NoPayments({ site: { id: siteId }, state, change }: PaymentListProps) {
  const isFiltered = Object.values(state.filters).some((value) => value !== undefined)
  return (
    <Empty
      sign={CreditCard}
      title={isFiltered ? words.emptyFiltered : words.empty}
      hint={isFiltered ? words.emptyFilteredHint : words.emptyHint}
    >
      {isFiltered ? (
        <Button onClick={() => change({ filters: {} })}>{words.clear}</Button>
      ) : (
        <Link
          to="/sites/$siteId/settings/$section"
          params={{ siteId, section: 'providers' }}
          className={buttonClass('plain')}
        >
          {texts.sections.providers.title}
        </Link>
      )}
    </Empty>
  )
}
