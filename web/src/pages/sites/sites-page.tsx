import { Link } from '@tanstack/react-router'
import { ChevronRight, Globe, Plus } from 'lucide-react'
import { type Site, useSites } from '../../api/sites.ts'
import { useTotals } from '../../api/totals.ts'
import { formatMoney } from '../../format/money.ts'
import { formatCount } from '../../format/number.ts'
import { buttonClass } from '../../parts/button.tsx'
import { Empty } from '../../parts/empty.tsx'
import { Failure } from '../../parts/failure.tsx'
import { Frame } from '../../parts/frame.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { useTitle } from '../../parts/title.ts'
import { texts } from '../../texts/texts.ts'
import { defaultReportState } from '../../url-state/report-state.ts'
import styles from './sites-page.module.css'

const lastDays = { ...defaultReportState, range: '7d' as const }

/** Every site with what came in lately. */
export function SitesPage() {
  useTitle(texts.sites.title)
  const sites = useSites()
  return (
    <Frame>
      <div className={styles.page}>
        <div className={styles.head}>
          <h1>{texts.sites.title}</h1>
          <Link to="/sites/new" className={buttonClass('primary')}>
            <Plus aria-hidden />
            {texts.sites.add}
          </Link>
        </div>
        {sites.error && <Failure error={sites.error} retry={() => sites.refetch()} />}
        {sites.isPending && <Skeleton width="100%" height="72px" />}
        {sites.data?.length === 0 && <NoSites />}
        <ul className={styles.list}>
          {sites.data?.map((site) => (
            <SiteLine key={site.id} site={site} />
          ))}
        </ul>
      </div>
    </Frame>
  )
}

function NoSites() {
  return (
    <div className={styles.empty}>
      <Empty sign={Globe} title={texts.sites.empty} hint={texts.sites.emptyHint} />
    </div>
  )
}

function SiteLine({ site }: { site: Site }) {
  return (
    <li>
      <Link to="/sites/$siteId" params={{ siteId: site.id }} className={styles.site}>
        <span className={styles.words}>
          <span className={styles.name}>{site.name}</span>
          <span className={styles.domain}>{site.domains.join(', ')}</span>
        </span>
        <LastDays site={site} />
        <ChevronRight aria-hidden className={styles.arrow} />
      </Link>
    </li>
  )
}

/** What came in during the last seven days, so that one look over all sites is enough. */
function LastDays({ site }: { site: Site }) {
  const totals = useTotals(site.id, lastDays)
  if (totals.error && !totals.data) {
    return <span className={styles.figures}>{texts.sites.figuresFailed}</span>
  }
  const now = totals.data?.now
  return (
    <span className={styles.figures}>
      <span className={styles.figure}>
        {now ? formatCount(now.visitors ?? 0) : <Skeleton width="4em" />}
        <small>{texts.sites.visitors7}</small>
      </span>
      <span className={styles.figure}>
        {now ? (
          <span className="money">{formatMoney(now.revenue ?? 0, site.currency)}</span>
        ) : (
          <Skeleton width="5em" />
        )}
        <small>{texts.sites.revenue7}</small>
      </span>
    </span>
  )
}
