import { useReader } from '../../parts/reader.ts'
import { type PanelColumn, panelColumns, usePanelChoice } from '../../url-state/panel-choice.ts'
import type { ReportState } from '../../url-state/report-state.ts'
import type { Sorting } from './breakdown-table.tsx'

/** How many rows a panel shows. */
export const rowsInPanel = 9

/** The columns of all panels and what their rows are sorted by, with the ways to change both. */
export function usePanelColumns(
  { order }: ReportState,
  change: (to: Partial<ReportState>) => void,
) {
  const { seesMoney, earns } = useReader()
  const [choice, choose] = usePanelChoice()
  const columns: readonly PanelColumn[] = seesMoney ? choice.columns : ['visitors']
  const wanted = [order, choice.order, earns ? 'revenue' : 'visitors', ...columns]
  const by = wanted.find((one): one is PanelColumn => columns.some((column) => column === one))
  const sorting: Sorting = { by: by ?? 'visitors', direction: 'desc' }
  return {
    columns,
    sorting,
    /** Rows that are alike in what they are sorted by go by the other columns. */
    orderBy: [sorting.by, ...columns.filter((column) => column !== sorting.by)].map(
      (column): [PanelColumn, 'desc'] => [column, 'desc'],
    ),
    sort: (to: PanelColumn) => {
      choose({ order: to })
      change({ order: to })
    },
    show: (column: PanelColumn, isShown: boolean) => {
      const shown = panelColumns.filter((one) => (one === column ? isShown : columns.includes(one)))
      if (shown.length > 0) choose({ columns: shown })
    },
  }
}
