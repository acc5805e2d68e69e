import type { Metric } from '@tributary/contract/query.ts'
import { askAllRows } from '../../../api/client/all-rows.ts'
import { writeCsv } from '../../../api/client/csv.ts'
import { saveFile } from '../../../api/client/save-file.ts'
import { figureIn, scopeOf } from '../../../api/query.ts'
import type { Site } from '../../../api/site/sites.ts'
import { SaveButton } from '../../../parts/forms/save-button.tsx'
import type { Dimension } from '../../../url-state/dimension.ts'
import { costColumns } from '../../../url-state/panel-choice.ts'
import type { ReportState } from '../../../url-state/report-state.ts'

interface ExportButtonProps {
  site: Site
  state: ReportState
  dimension: Dimension
  metrics: Metric[]
}

/** Saves every row of a breakdown as CSV: the values as they are stored, figures in full. */
export function ExportButton({ site, state, dimension, metrics }: ExportButtonProps) {
  const save = async () => {
    const isCosted = costColumns.some((cost) => metrics.includes(cost))
    // Take-home is only as complete as the known fees.
    const known: Metric[] = isCosted ? ['feesKnown', 'feesKnownRevenue'] : []
    const all = [...metrics, ...known]
    const body = { ...scopeOf(state), metrics: all, dimensions: [dimension] }
    const rows = await askAllRows(site.id, body, new AbortController().signal)
    const head = [dimension, ...all]
    const lines = rows.map((row) => [
      String(row[dimension] ?? ''),
      ...all.map((metric) => figureIn(row, metric)),
    ])
    saveFile(`${site.domains[0] ?? site.name}-${dimension}.csv`, writeCsv(head, lines))
  }
  return <SaveButton save={save} />
}
