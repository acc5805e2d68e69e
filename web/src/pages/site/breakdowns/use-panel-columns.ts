import { orderOf } from '../../../api/breakdown.ts'
import { useReader } from '../../../api/reader.ts'
import {
  isCost,
  type PanelColumn,
  panelColumns,
  usePanelChoice,
} from '../../../url-state/panel-choice.ts'
import type { ChangeReport, ReportState } from '../../../url-state/report-state.ts'
import type { Sorting } from './breakdown-table.tsx'

/** How many rows a panel shows. */
export const rowsInPanel = 9

/** The columns of all panels and their sort order, with the functions to change both. */
export function usePanelColumns(
  { order, columns: chosenByView }: ReportState,
  change: ChangeReport,
) {
  const { seesMoney, earns, isMember } = useReader()
  const [choice, choose] = usePanelChoice()
  // Share links show no costs.
  const available = panelColumns.filter((column) => isMember || !isCost(column))
  const wished = (chosenByView ?? choice.columns).filter((column) => available.includes(column))
  const columns: readonly PanelColumn[] = seesMoney && wished.length > 0 ? wished : ['visitors']
  const wanted = [order, choice.order, earns ? 'revenue' : 'visitors', ...columns]
  const by = wanted.find((one): one is PanelColumn => columns.some((column) => column === one))
  const sorting: Sorting = { by: by ?? 'visitors', direction: 'desc' }
  return {
    columns,
    available,
    sorting,
    orderBy: orderOf(sorting.by, columns),
    sort: (to: PanelColumn) => {
      choose({ order: to })
      change({ order: to })
    },
    show: (column: PanelColumn, isShown: boolean) => {
      const shown = panelColumns.filter((one) => (one === column ? isShown : columns.includes(one)))
      if (shown.length === 0) return
      // Columns of a saved view stay with the view.
      if (chosenByView) change({ columns: shown })
      else choose({ columns: shown })
    },
  }
}
