import { useParams } from '@tanstack/react-router'
import { lazy, Suspense, useMemo } from 'react'
import { AheadContext, useAskAhead } from '../../api/ahead.ts'
import { type Site, useSite } from '../../api/site/sites.ts'
import { type ExploreEntry, explorePageOf } from '../../parts/frame/explore-pages.ts'
import { Frame } from '../../parts/frame/frame.tsx'
import { SiteBar } from '../../parts/frame/site-bar.tsx'
import { useTitle } from '../../parts/frame/title.ts'
import { RangeDays } from '../../parts/report-tools/range-days.tsx'
import { useReportShortCuts } from '../../parts/report-tools/use-report-short-cuts.ts'
import { Failure } from '../../parts/states/failure.tsx'
import { WaitingCard, WaitingRows } from '../../parts/states/waiting.tsx'
import { texts } from '../../texts/texts.ts'
import { type ReportChange, useReportState } from '../../url-state/report-state.ts'
import { MissingPage } from '../missing-page.tsx'
import styles from './explore-page.module.css'
import { ExploreTools } from './explore-tools.tsx'
import { loadExplorePage } from './load-page.ts'

/** The frame of every page below "Explore": its name, its parameters, and the page. */
export function ExplorePage() {
  const { siteId, page } = useParams({ from: '/signed-in/sites/$siteId/explore/$page' })
  const site = useSite(siteId)
  const entry = explorePageOf(page)
  if (entry === undefined) return <MissingPage />
  return (
    <Frame bar={<SiteBar siteId={siteId} />}>
      {site.error && !site.data && <Failure error={site.error} retry={() => site.refetch()} />}
      {site.data && <Explored key={`${siteId} ${page}`} site={site.data} entry={entry} />}
    </Frame>
  )
}

function Explored({ site, entry }: { site: Site; entry: ExploreEntry }) {
  const [state, changeState] = useReportState()
  const askAhead = useAskAhead(site.id, state)
  const change = (changed: ReportChange) => {
    askAhead(changed)
    changeState(changed)
  }
  const Page = useMemo(
    () => lazy(async () => ({ default: await loadExplorePage[entry.id]() })),
    [entry],
  )
  const { name, lead } = texts.explore.pages[entry.id]
  useTitle(`${name} · ${site.name}`)
  useReportShortCuts(entry.tools.includes('range') ? change : undefined)
  return (
    <AheadContext value={askAhead}>
      <div className={styles.head}>
        <div className={styles.about}>
          <h1>{name}</h1>
          <p className={styles.lead}>{lead}</p>
        </div>
        {entry.tools.includes('range') && <RangeDays site={site} range={state.range} />}
        {entry.tools.length > 0 && (
          <ExploreTools tools={entry.tools} site={site} state={state} change={change} />
        )}
      </div>
      <div className={styles.page}>
        <Suspense
          fallback={
            <WaitingCard>
              <WaitingRows count={8} figures={3} />
            </WaitingCard>
          }
        >
          <Page site={site} state={state} change={change} />
        </Suspense>
      </div>
    </AheadContext>
  )
}
