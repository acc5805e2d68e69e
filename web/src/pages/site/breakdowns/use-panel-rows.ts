import { useBreakdown } from '../../../api/breakdown.ts'
import { useReader } from '../../../api/reader.ts'
import type { Site } from '../../../api/site/sites.ts'
import type { PanelName } from '../../../url-state/dimension.ts'
import type { ChangeReport, ReportState } from '../../../url-state/report-state.ts'
import { rowsInPanel, usePanelColumns } from './use-panel-columns.ts'

/** The common props of every panel: the site, the range and filters, and how to change them. */
export interface PanelParts {
  site: Site
  state: ReportState
  change: ChangeReport
}

/** The rows of a panel's chosen tab, of all countries for the map, and their columns. */
export function usePanelRows(panel: PanelName, { site, state, change }: PanelParts) {
  const { seesMoney } = useReader()
  const shown = usePanelColumns(state, change)
  const columns = [...shown.columns]
  const ofMap = seesMoney ? [...new Set([...columns, 'visitors', 'revenue'] as const)] : columns
  const chosen = state.tabs[panel]
  const breakdown = useBreakdown(site.id, state, {
    ...(chosen === 'map'
      ? { dimension: 'country', metrics: ofMap, limit: 300 }
      : { dimension: chosen, metrics: columns, limit: rowsInPanel }),
    orderBy: shown.orderBy,
  })
  return { ...shown, breakdown, seesMoney }
}
