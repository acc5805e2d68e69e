import { Link } from '@tanstack/react-router'
import { UserSearch } from 'lucide-react'
import type { Site } from '../../api/site/sites.ts'
import { usePayers } from '../../api/visitors.ts'
import { formatMoney } from '../../format/money.ts'
import { KnownPerson, VisitorStory } from '../../parts/known-person.tsx'
import { Empty } from '../../parts/states/empty.tsx'
import { Failure } from '../../parts/states/failure.tsx'
import { texts } from '../../texts/texts.ts'
import type { ReportState } from '../../url-state/report-state.ts'
import { RowSkeletons } from './breakdowns/breakdown-panel.tsx'
import rows from './payers-panel.module.css'

/** A best paying visitor within the filters; the line links to their page. */
export function FilteredPayers({ site, state }: { site: Site; state: ReportState }) {
  const found = usePayers(site.id, state)
  if (found.isPending) return <RowSkeletons />
  if (!found.data) return <Failure error={found.error} retry={() => found.refetch()} />
  const { payers, currency } = found.data
  if (payers.length === 0) {
    return <Empty isSmall sign={UserSearch} title={texts.payments.whoFilteredEmpty} />
  }
  return (
    <ul className={rows.list} data-stale={found.isPlaceholderData || undefined}>
      {payers.map(({ visitorId, revenue, country }) => (
        <li key={visitorId} className={rows.row}>
          <Link
            to="/sites/$siteId/visitors/$visitorId"
            params={{ siteId: site.id, visitorId }}
            className={rows.story}
          >
            <KnownPerson siteId={site.id} visitorId={visitorId} country={country} />
          </Link>
          <span className={rows.past}>
            <VisitorStory siteId={site.id} visitorId={visitorId} />
          </span>
          <span className={`${rows.amount} money`}>{formatMoney(revenue, currency)}</span>
        </li>
      ))}
    </ul>
  )
}
