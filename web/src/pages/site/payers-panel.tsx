import { Link } from '@tanstack/react-router'
import { CreditCard } from 'lucide-react'
import { countriesOf, useLive } from '../../api/live.ts'
import type { Site } from '../../api/site/sites.ts'
import { formatRecent } from '../../format/date.ts'
import { formatMoney } from '../../format/money.ts'
import { KnownPerson, VisitorStory } from '../../parts/known-person.tsx'
import { Empty } from '../../parts/states/empty.tsx'
import { Failure } from '../../parts/states/failure.tsx'
import { texts } from '../../texts/texts.ts'
import type { ReportState } from '../../url-state/report-state.ts'
import styles from './breakdowns/breakdown-panel.module.css'
import { RowSkeletons } from './breakdowns/breakdown-panel.tsx'
import { FilteredPayers } from './filtered-payers.tsx'
import rows from './payers-panel.module.css'

const words = texts.payments

/** Who paid: the latest, or, on a filtered page, the visitors within the filters who paid most. */
export function PayersPanel({ site, state }: { site: Site; state: ReportState }) {
  const isFiltered = state.filters.length > 0
  const title = isFiltered ? words.whoFiltered : words.who
  return (
    <section className={styles.card} aria-label={title}>
      <div className={styles.head}>
        <h2 className={styles.title}>{title}</h2>
        <span className={rows.when}>{isFiltered ? words.whoFilteredHint : words.whoHint}</span>
      </div>
      <div className={styles.body}>
        {isFiltered ? <FilteredPayers site={site} state={state} /> : <LatestPayments site={site} />}
        <Link to="/sites/$siteId/payments" params={{ siteId: site.id }} className={rows.all}>
          {texts.payments.all}
        </Link>
      </div>
    </section>
  )
}

/** A recent payment: the line links to the receipt, the name to the person's profile. */
function LatestPayments({ site }: { site: Site }) {
  const live = useLive(site.id)
  const payments = live.data?.payments
  const countries = countriesOf(live.data)
  if (live.isPending) return <RowSkeletons />
  if (!payments) return <Failure error={live.error} retry={() => live.refetch()} />
  if (payments.length === 0) return <Empty isSmall sign={CreditCard} title={words.whoEmpty} />
  return (
    <ul className={rows.list}>
      {payments.map(({ paymentId, amount, currency, at, renewal, visitorId }) => (
        <li key={paymentId} className={rows.row}>
          <time dateTime={at}>{formatRecent(at)}</time>
          {visitorId === null ? (
            <span className={rows.who}>{words.someone}</span>
          ) : (
            <Link
              to="/sites/$siteId/visitors/$visitorId"
              params={{ siteId: site.id, visitorId }}
              className={rows.who}
            >
              <KnownPerson
                siteId={site.id}
                visitorId={visitorId}
                country={countries.get(visitorId)}
              />
            </Link>
          )}
          {visitorId !== null && (
            <span className={rows.past}>
              <VisitorStory siteId={site.id} visitorId={visitorId} />
            </span>
          )}
          {renewal && <span className={rows.chip}>{words.renewal}</span>}
          <Link
            to="/sites/$siteId/payments/$paymentId"
            params={{ siteId: site.id, paymentId }}
            className={`${rows.amount} money`}
          >
            {formatMoney(amount, currency)}
          </Link>
        </li>
      ))}
    </ul>
  )
}
