import { useNavigate, useParams } from '@tanstack/react-router'
import { Maximize, X } from 'lucide-react'
import { useCallback, useEffect } from 'react'
import { useGoalName } from '../../api/goal-name.ts'
import { useLive } from '../../api/live.ts'
import { useSite } from '../../api/site/sites.ts'
import { Button } from '../../parts/forms/button.tsx'
import { fillScreen } from '../../parts/frame/full-screen.ts'
import { useTitle } from '../../parts/frame/title.ts'
import { Failure } from '../../parts/states/failure.tsx'
import { StaleNote } from '../../parts/states/stale-note.tsx'
import { exploreTexts } from '../../texts/explore.ts'
import { LiveMap } from './live-map.tsx'
import { MinuteBars } from './minute-bars.tsx'
import { TvFigures } from './tv-figures.tsx'
import { TvLatest } from './tv-latest.tsx'
import styles from './tv-page.module.css'
import { liveWanted, useArrivals } from './use-arrivals.ts'
import { useDarkPage, usePointerMoving, useWakeLock } from './use-tv.ts'

const words = exploreTexts.realtime

/** A site's current activity for a screen on the wall: dark, large, and without controls until the mouse moves. */
export function TvPage() {
  const { siteId } = useParams({ from: '/signed-in/sites/$siteId/tv' })
  const site = useSite(siteId)
  const live = useLive(siteId, liveWanted)
  const arrivals = useArrivals(live.data, liveWanted.everyMs)
  const goalName = useGoalName(siteId)
  const leave = useLeave(siteId)
  const isMoving = usePointerMoving()
  useDarkPage()
  useWakeLock()
  useTitle(`${words.tv} · ${site.data?.name ?? ''}`)
  const failed = [site, live].find(({ error, data }) => error && !data)
  return (
    <main className={styles.tv} data-moving={isMoving || undefined}>
      <div className={styles.head}>
        <h1>{site.data?.name}</h1>
        <div className={styles.controls}>
          <Button onClick={fillScreen}>
            <Maximize aria-hidden />
            <span>{words.fullScreen}</span>
          </Button>
          <Button onClick={leave}>
            <X aria-hidden />
            <span>{words.leaveTv}</span>
          </Button>
        </div>
      </div>
      {failed && <Failure error={failed.error} retry={() => failed.refetch()} />}
      {live.error && live.data && <StaleNote atMs={live.dataUpdatedAt} />}
      {!failed && (
        <>
          <div className={styles.middle}>
            <TvFigures site={site.data} live={live.data} />
            <LiveMap
              countries={live.data?.countries ?? []}
              arrivals={arrivals}
              goalName={goalName}
            />
          </div>
          <div className={styles.foot}>
            {live.data && <MinuteBars minutes={live.data.minutes} />}
            {live.data && <TvLatest siteId={siteId} live={live.data} goalName={goalName} />}
          </div>
        </>
      )}
    </main>
  )
}

/** Leads back to the realtime page, also on Escape, which browsers handle themselves in full screen. */
function useLeave(siteId: string): () => void {
  const navigate = useNavigate()
  const leave = useCallback(() => {
    const params = { siteId, page: 'realtime' }
    void navigate({ to: '/sites/$siteId/explore/$page', params, replace: true })
  }, [navigate, siteId])
  useEffect(() => {
    const press = ({ key }: KeyboardEvent) => key === 'Escape' && leave()
    const change = () => document.fullscreenElement === null && leave()
    document.addEventListener('keydown', press)
    document.addEventListener('fullscreenchange', change)
    return () => {
      document.removeEventListener('keydown', press)
      document.removeEventListener('fullscreenchange', change)
    }
  }, [leave])
  return leave
}
