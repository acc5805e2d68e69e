import { lazy, Suspense } from 'react'
import type { Site } from '../../../api/site/sites.ts'
import type { ChangeReport, ReportState } from '../../../url-state/report-state.ts'

const BreakdownDialog = lazy(() =>
  import('./breakdown-dialog.tsx').then((module) => ({ default: module.BreakdownDialog })),
)
const ModelsDialog = lazy(() =>
  import('../models-dialog.tsx').then((module) => ({ default: module.ModelsDialog })),
)

interface OpenedBreakdownProps {
  site: Site
  state: ReportState
  change: ChangeReport
}

/** The full list that is open according to the address; loaded only then. */
export function OpenedBreakdown(parts: OpenedBreakdownProps) {
  const { opened } = parts.state
  if (opened === undefined) return null
  return (
    <Suspense fallback={null}>
      {opened === 'models' ? (
        <ModelsDialog {...parts} />
      ) : (
        <BreakdownDialog dimension={opened} {...parts} />
      )}
    </Suspense>
  )
}
