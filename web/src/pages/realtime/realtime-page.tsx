import { FileText, Globe, Signpost } from 'lucide-react'
import { useState } from 'react'
import { useLive } from '../../api/live.ts'
import { formatCountry } from '../../format/country.ts'
import { labelOf } from '../../format/dimension-label.ts'
import { formatCount } from '../../format/number.ts'
import { Panel } from '../../parts/figures/panel.tsx'
import { TableSwitch } from '../../parts/figures/table-switch.tsx'
import type { ExploreParts } from '../../parts/frame/explore-pages.ts'
import { Hint } from '../../parts/hint.tsx'
import { Failure } from '../../parts/states/failure.tsx'
import { StaleNote } from '../../parts/states/stale-note.tsx'
import { WaitingCard, WaitingChart, WaitingRows } from '../../parts/states/waiting.tsx'
import { exploreTexts } from '../../texts/explore.ts'
import { MapPanel } from './map-panel.tsx'
import { MinuteBars } from './minute-bars.tsx'
import { MinuteTable } from './minute-table.tsx'
import { PresentList } from './present-list.tsx'
import styles from './realtime-page.module.css'
import { Stream } from './stream.tsx'
import { liveWanted, useArrivals } from './use-arrivals.ts'

const words = exploreTexts.realtime

/** Rows of the lists; the map shows all countries of the answer. */
const rowsShown = 15

/** Current visitors and the latest activity, updated without a reload. */
export function RealtimePage({ site, state, change }: ExploreParts) {
  const live = useLive(site.id, liveWanted)
  const arrivals = useArrivals(live.data, liveWanted.everyMs)
  const [openedAt] = useState(() => new Date().toISOString())
  if (live.isPending) return <Waiting />
  if (!live.data) return <Failure error={live.error} retry={() => live.refetch()} />
  const { visitors, minutes, pages, sources, countries } = live.data
  const isTable = state.chartAsTable
  return (
    <>
      {live.error && <StaleNote atMs={live.dataUpdatedAt} />}
      <Panel
        title={words.minutes}
        tools={
          <TableSwitch isTable={isTable} change={(chartAsTable) => change({ chartAsTable })} />
        }
      >
        <div className={styles.overview}>
          <div className={styles.now} data-any={visitors > 0 || undefined}>
            <strong>{formatCount(visitors)}</strong>
            <Hint text={words.nowHint}>{words.now(visitors === 1)}</Hint>
          </div>
          {isTable ? <MinuteTable minutes={minutes} /> : <MinuteBars minutes={minutes} />}
        </div>
      </Panel>
      <MapPanel siteId={site.id} countries={countries} arrivals={arrivals} />
      <div className={styles.columns}>
        <Stream siteId={site.id} live={live.data} openedAt={openedAt} />
        <div className={styles.lists}>
          <PresentList
            title={words.pages}
            sign={FileText}
            rows={pages.slice(0, rowsShown).map(({ page, visitors: there }) => ({
              label: page,
              value: page,
              visitors: there,
            }))}
          />
          <PresentList
            title={words.sources}
            sign={Signpost}
            kind="source"
            rows={sources.slice(0, rowsShown).map(({ source, visitors: there }) => ({
              label: labelOf('source', source),
              value: source,
              visitors: there,
            }))}
          />
          <PresentList
            title={words.countries}
            sign={Globe}
            kind="country"
            rows={countries.slice(0, rowsShown).map(({ country, visitors: there }) => ({
              label: formatCountry(country),
              value: country,
              visitors: there,
            }))}
          />
        </div>
      </div>
    </>
  )
}

function Waiting() {
  return (
    <div className={styles.waiting} aria-busy="true">
      <WaitingCard>
        <WaitingChart height={190} />
      </WaitingCard>
      <WaitingCard>
        <WaitingRows count={8} figures={1} />
      </WaitingCard>
    </div>
  )
}
