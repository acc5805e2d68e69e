import { lazy, Suspense } from 'react'
import type { Site } from '../../api/sites.ts'
import type { ReportState } from '../../url-state/report-state.ts'

const BreakdownDialog = lazy(() =>
  import('./breakdown-dialog.tsx').then((module) => ({ default: module.BreakdownDialog })),
)

interface OpenedBreakdownProps {
  site: Site
  state: ReportState
  change: (change: Partial<ReportState>) => void
}

/** The full list of the breakdown that the address says is open; fetched only then. */
export function OpenedBreakdown({ site, state, change }: OpenedBreakdownProps) {
  if (state.opened === undefined) return null
  return (
    <Suspense fallback={null}>
      <BreakdownDialog dimension={state.opened} site={site} state={state} change={change} />
    </Suspense>
  )
}
