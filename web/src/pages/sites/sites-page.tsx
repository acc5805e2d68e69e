import { Link } from '@tanstack/react-router'
import { overviewRanges } from '@tributary/contract/overview-ranges.ts'
import { Globe, Plus } from 'lucide-react'
import { useState } from 'react'
import { type OverviewRange, useOverview } from '../../api/overview.ts'
import { useSites } from '../../api/site/sites.ts'
import { buttonClass } from '../../parts/forms/button.tsx'
import { SearchBox } from '../../parts/forms/search-box.tsx'
import { Segments } from '../../parts/forms/segments.tsx'
import { Select } from '../../parts/forms/select.tsx'
import { Frame } from '../../parts/frame/frame.tsx'
import { useTitle } from '../../parts/frame/title.ts'
import { Empty } from '../../parts/states/empty.tsx'
import { Failure } from '../../parts/states/failure.tsx'
import { Skeleton } from '../../parts/states/skeleton.tsx'
import { StaleNote } from '../../parts/states/stale-note.tsx'
import { allSitesTexts as words } from '../../texts/all-sites.ts'
import { texts } from '../../texts/texts.ts'
import { useOwnParams } from '../../url-state/own-params.ts'
import { arrangeSites, type SiteOrder, siteOrders } from './arrange-sites.ts'
import { SiteLine } from './site-line.tsx'
import { SiteTotals } from './site-totals.tsx'
import styles from './sites-page.module.css'

const defaultRange: OverviewRange = '7d'
const ranges = Object.keys(overviewRanges) as OverviewRange[]
/** Fewer need no search. */
const fewestToSearch = 8

/** Every site at a glance: revenue, changes, present visitors and alerts. */
export function SitesPage() {
  useTitle(texts.sites.title)
  const [params, change] = useOwnParams()
  const range = ranges.find((one) => one === params.range) ?? defaultRange
  const sites = useSites()
  const hasSites = (sites.data?.length ?? 0) > 0
  return (
    <Frame>
      <div className={styles.page}>
        <div className={styles.head}>
          <h1>{texts.sites.title}</h1>
          {hasSites && (
            <Segments
              label={texts.ranges.label}
              options={words.ranges}
              chosen={range}
              choose={(chosen) => change({ range: chosen === defaultRange ? undefined : chosen })}
            />
          )}
          <Link to="/sites/new" className={buttonClass('primary')}>
            <Plus aria-hidden />
            {texts.sites.add}
          </Link>
        </div>
        {sites.error && !sites.data && (
          <Failure error={sites.error} retry={() => sites.refetch()} />
        )}
        {sites.isPending && <Skeleton width="100%" height="72px" />}
        {sites.data?.length === 0 && <NoSites />}
        {hasSites && <SiteList range={range} />}
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

function SiteList({ range }: { range: OverviewRange }) {
  const [params, change] = useOwnParams()
  const [search, setSearch] = useState('')
  const order = siteOrders.find((one) => one === params.order) ?? 'revenue'
  const sites = useSites().data ?? []
  const overview = useOverview(range)
  const rows = sites.map((site) => ({ site, overview: overview.data?.get(site.id) }))
  const shown = arrangeSites(rows, { order, search })
  return (
    <>
      {overview.error && !overview.data && (
        <Failure error={overview.error} retry={() => overview.refetch()} />
      )}
      {overview.error && overview.data && <StaleNote atMs={overview.dataUpdatedAt} />}
      {sites.length > 1 && (overview.isPending || overview.data) && (
        <SiteTotals rows={rows} isPending={overview.isPending} />
      )}
      {sites.length > 1 && (
        <div className={styles.tools}>
          {sites.length >= fewestToSearch && (
            <SearchBox
              label={words.search}
              hint={words.searchHint}
              value={search}
              change={setSearch}
              maxLength={100}
            />
          )}
          <div className={styles.sort}>
            <span aria-hidden="true">{words.sort}</span>
            <Select
              label={words.sort}
              value={order}
              change={(chosen) =>
                change({ order: chosen === 'revenue' ? undefined : (chosen as SiteOrder) })
              }
            >
              {siteOrders.map((one) => (
                <option key={one} value={one}>
                  {words.sorts[one]}
                </option>
              ))}
            </Select>
          </div>
        </div>
      )}
      {shown.length === 0 && <Empty isSmall sign={Globe} title={words.noMatch} />}
      <ul className={styles.list} data-stale={overview.isPlaceholderData || undefined}>
        {shown.map(({ site, overview: found }) => (
          <SiteLine
            key={site.id}
            site={site}
            overview={found}
            range={range}
            isPending={overview.isPending}
          />
        ))}
      </ul>
    </>
  )
}
