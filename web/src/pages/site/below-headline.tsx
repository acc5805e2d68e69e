import { memo, useDeferredValue } from 'react'
import type { Site } from '../../api/site/sites.ts'
import type { Totals } from '../../api/totals.ts'
import { Steady } from '../../parts/states/steady.tsx'
import { panelNames } from '../../url-state/dimension.ts'
import type { ChangeReport, ReportState } from '../../url-state/report-state.ts'
import { BreakdownPanel } from './breakdowns/breakdown-panel.tsx'
import { GoalsPanel } from './goals/goals-panel.tsx'
import { OldRates } from './old-rates.tsx'
import { PanelGrid } from './panel-grid.tsx'
import { PayersPanel } from './payers-panel.tsx'
import { Trend } from './trend/trend.tsx'

interface BelowHeadlineProps {
  site: Site
  state: ReportState
  change: ChangeReport
  /** Rates that were old when they were used. */
  oldRates: Totals['staleRates'] | undefined
}

/**
 * The chart and the panels, once the headline is rendered: a phone needs a while for all of them. Answers that only
 * the headline shows do not render them again.
 */
export const BelowHeadline = memo(({ site, state, change, oldRates = [] }: BelowHeadlineProps) => {
  const isTheirTurn = useDeferredValue(true, false)
  if (!isTheirTurn) return null
  const parts = { site, state, change }
  return (
    <>
      <Trend {...parts} />
      <PanelGrid state={state} change={change}>
        {panelNames.map((panel) => (
          <Steady key={panel}>
            <BreakdownPanel panel={panel} {...parts} />
          </Steady>
        ))}
        <Steady>
          <GoalsPanel {...parts} />
        </Steady>
        <PayersPanel site={site} state={state} />
      </PanelGrid>
      <OldRates rates={oldRates} />
    </>
  )
})
