import { Link } from '@tanstack/react-router'
import type { Realtime } from '@tributary/contract/questions/realtime.ts'
import { MonitorPlay } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { useGoalName } from '../../api/goal-name.ts'
import { Panel } from '../../parts/figures/panel.tsx'
import { buttonClass } from '../../parts/forms/button.tsx'
import { fillScreen } from '../../parts/frame/full-screen.ts'
import { exploreTexts } from '../../texts/explore.ts'
import type { Happening } from './happenings.ts'
import styles from './realtime-page.module.css'

const words = exploreTexts.realtime

/** Loaded separately: its shapes are as large as the rest of the page. */
const LiveMap = lazy(() => import('./live-map.tsx').then(({ LiveMap }) => ({ default: LiveMap })))

interface MapPanelProps {
  siteId: string
  countries: Realtime['countries']
  arrivals: readonly Happening[]
}

/** The map, and a link to the page for a large screen. */
export function MapPanel({ siteId, countries, arrivals }: MapPanelProps) {
  const goalName = useGoalName(siteId)
  return (
    <Panel
      title={words.map}
      tools={
        <Link
          to="/sites/$siteId/tv"
          params={{ siteId }}
          className={buttonClass('quiet')}
          onClick={fillScreen}
        >
          <MonitorPlay aria-hidden />
          {words.tv}
        </Link>
      }
    >
      <div className={styles.map}>
        <Suspense fallback={null}>
          <LiveMap countries={countries} arrivals={arrivals} goalName={goalName} />
        </Suspense>
      </div>
    </Panel>
  )
}
