import { Link, useParams } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useSite } from '../../api/site/sites.ts'
import segments from '../../parts/forms/segments.module.css'
import { Frame } from '../../parts/frame/frame.tsx'
import { SiteBar } from '../../parts/frame/site-bar.tsx'
import { useTitle } from '../../parts/frame/title.ts'
import { Failure } from '../../parts/states/failure.tsx'
import { NotReconciled } from '../../parts/states/not-reconciled.tsx'
import { WaitingCard, WaitingRows } from '../../parts/states/waiting.tsx'
import { paymentListTexts } from '../../texts/payment-list.ts'
import { texts } from '../../texts/texts.ts'
import { todayIn } from '../../url-state/local-time.ts'
import {
  firstDayOf,
  longestPeriod,
  type PaymentsState,
  usePaymentsState,
  writePaymentsState,
} from '../../url-state/payments-state.ts'
import { PaymentFilterBar } from './payment-filter-bar.tsx'
import { PaymentList } from './payment-list.tsx'
import styles from './payments-page.module.css'
import { UnlinkedInbox } from './unlinked-inbox.tsx'

const words = paymentListTexts

const Reconciliation = lazy(() =>
  import('./reconciliation/reconciliation.tsx').then((module) => ({
    default: module.Reconciliation,
  })),
)

/** A site's payments with their links, and what would link the rest. */
export function PaymentsPage() {
  const { siteId } = useParams({ from: '/signed-in/sites/$siteId/payments' })
  const site = useSite(siteId)
  const [state, change] = usePaymentsState()
  useTitle(texts.payments.title)
  return (
    <Frame bar={<SiteBar siteId={siteId} />}>
      <div className={styles.page}>
        <div className={styles.head}>
          <h1>{texts.payments.title}</h1>
          <nav className={segments.segments} aria-label={words.views}>
            <ViewLink siteId={siteId} state={state} view="all" />
            <ViewLink siteId={siteId} state={state} view="unlinked" />
            <ViewLink siteId={siteId} state={state} view="reconciliation" />
          </nav>
          <PaymentFilterBar site={site.data} state={state} change={change} />
        </div>
        {site.isPending && (
          <WaitingCard>
            <WaitingRows count={9} isTall />
          </WaitingCard>
        )}
        {site.error && !site.data && <Failure error={site.error} retry={() => site.refetch()} />}
        {state.view !== 'reconciliation' && <NotReconciled siteId={siteId} />}
        {site.data && state.view === 'all' && (
          <PaymentList site={site.data} state={state} change={change} />
        )}
        {site.data && state.view === 'reconciliation' && (
          <Suspense fallback={null}>
            <Reconciliation siteId={siteId} range={reconciledRange(state.period)} />
          </Suspense>
        )}
        {site.data && state.view === 'unlinked' && (
          <UnlinkedInbox
            siteId={siteId}
            period={state.period}
            from={firstDayOf(state.period, site.data.timezone)}
          />
        )}
      </div>
    </Frame>
  )
}

/** The account's days are in UTC, and the server compares a year at most. */
function reconciledRange(period: PaymentsState['period']) {
  const shown = period === longestPeriod ? '365' : period
  return { from: firstDayOf(shown, 'UTC'), to: todayIn('UTC') }
}

function ViewLink(props: { siteId: string; state: PaymentsState; view: PaymentsState['view'] }) {
  const { siteId, state, view } = props
  return (
    <Link
      to="/sites/$siteId/payments"
      params={{ siteId }}
      search={writePaymentsState({ ...state, view, filters: {} }) as never}
      className={segments.segment}
      // Both have the same path: the query determines which of them is open.
      activeOptions={{ exact: true, includeSearch: true }}
      data-chosen={state.view === view || undefined}
    >
      {view === 'all' ? texts.payments.all : words[view]}
    </Link>
  )
}
