import { Link } from '@tanstack/react-router'
import { CreditCard } from 'lucide-react'
import { useState } from 'react'
import { useCreditedVisits, usePayments } from '../../api/money/payments.ts'
import { type Site, useMay } from '../../api/site/sites.ts'
import { Button, buttonClass } from '../../parts/forms/button.tsx'
import { Empty } from '../../parts/states/empty.tsx'
import { explainFailure, Failure } from '../../parts/states/failure.tsx'
import { Notice } from '../../parts/states/notice.tsx'
import { WaitingRows } from '../../parts/states/waiting.tsx'
import { paymentListTexts } from '../../texts/payment-list.ts'
import { texts } from '../../texts/texts.ts'
import {
  type ChangePayments,
  firstDayOf,
  longestPeriod,
  noFilters,
  type PaymentsState,
} from '../../url-state/payments-state.ts'
import { LinkMany } from './link-many.tsx'
import { ListHead } from './list-head.tsx'
import { PaymentRow } from './payment-row.tsx'
import styles from './payments-page.module.css'

const words = paymentListTexts

interface PaymentListProps {
  site: Site
  state: PaymentsState
  change: ChangePayments
}

/** Payments, the latest first, with the credit of each. */
export function PaymentList({ site, state, change }: PaymentListProps) {
  const from = firstDayOf(state.period, site.timezone)
  const filters = { ...state.filters, from }
  const payments = usePayments(site.id, filters)
  const credited = useCreditedVisits(site.id, filters, payments.data?.pageParams ?? [])
  const mayLink = useMay(site.id, 'admin')
  const [chosen, setChosen] = useState<ReadonlySet<string>>()
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
  const choose = (paymentId: string, isChosen: boolean) => {
    const next = new Set(chosen)
    if (isChosen) next.add(paymentId)
    else next.delete(paymentId)
    setChosen(next)
  }
  return (
    <section className={styles.card} aria-label={texts.payments.all} data-choosing={chosen && true}>
      {found.length === 0 && <NoPayments site={site} state={state} change={change} />}
      {found.length > 0 && (
        <ListHead
          site={site}
          filters={filters}
          choosing={
            mayLink
              ? {
                  isOn: chosen !== undefined,
                  turn: (isOn) => setChosen(isOn ? new Set() : undefined),
                }
              : undefined
          }
        />
      )}
      {chosen && (
        <LinkMany
          siteId={site.id}
          paymentIds={found.flatMap(({ paymentId }) => (chosen.has(paymentId) ? paymentId : []))}
          chooseAll={() => setChosen(new Set(found.map(({ paymentId }) => paymentId)))}
        />
      )}
      <ol className={styles.list}>
        {found.map((payment) => (
          <PaymentRow
            key={payment.paymentId}
            payment={payment}
            credited={credited.visits.get(payment.paymentId)}
            siteId={site.id}
            choose={chosen && ((isChosen) => choose(payment.paymentId, isChosen))}
            isChosen={chosen?.has(payment.paymentId) === true}
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

function NoPayments({ site: { id: siteId }, state, change }: PaymentListProps) {
  const isFiltered = Object.values(state.filters).some((value) => value !== undefined)
  return (
    <Empty
      sign={CreditCard}
      title={isFiltered ? words.emptyFiltered : words.empty}
      hint={isFiltered ? words.emptyFilteredHint : words.emptyHint}
    >
      {isFiltered ? (
        <>
          {state.period !== longestPeriod && (
            <Button onClick={() => change({ period: longestPeriod })}>{words.searchMore}</Button>
          )}
          <Button onClick={() => change({ filters: noFilters })}>{words.clear}</Button>
        </>
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
