import { SearchX } from 'lucide-react'
import { useState } from 'react'
import { useBreakdown } from '../../../api/breakdown.ts'
import { useBreakdownTrends } from '../../../api/breakdown-trends.ts'
import { useLater } from '../../../api/client/use-later.ts'
import { useReader } from '../../../api/reader.ts'
import type { Site } from '../../../api/site/sites.ts'
import { holdsText, labelOf } from '../../../format/dimension-label.ts'
import { formatCount } from '../../../format/number.ts'
import { Empty } from '../../../parts/states/empty.tsx'
import { Failure } from '../../../parts/states/failure.tsx'
import { WaitingRows } from '../../../parts/states/waiting.tsx'
import { texts } from '../../../texts/texts.ts'
import type { Dimension } from '../../../url-state/dimension.ts'
import { isCost, panelColumns } from '../../../url-state/panel-choice.ts'
import type { ChangeReport, ReportState } from '../../../url-state/report-state.ts'
import { CostsKnown } from '../costs-known.tsx'
import styles from './breakdown-dialog.module.css'
import { BreakdownTable, type Sorting } from './breakdown-table.tsx'
import { usePanelColumns } from './use-panel-columns.ts'

const rowsInDialog = 1000
/** Twice as many as a dialog shows without scrolling. */
const rowsWithTrend = 40

interface FullBreakdownProps {
  dimension: Dimension
  site: Site
  state: ReportState
  change: ChangeReport
  wanted: string
  choose: (value: string, isExcluded: boolean) => void
}

/** The rows of a breakdown with every figure. Beyond a thousand rows the server does the search. */
export function FullBreakdown({
  dimension,
  site,
  state,
  change,
  wanted,
  choose,
}: FullBreakdownProps) {
  const panel = usePanelColumns(state, change)
  // A share link may only ask for what it shows.
  const { isMember } = useReader()
  const [sorting, setSorting] = useState<Sorting>(panel.sorting)
  // Fees and tax if they were chosen: not every provider reports them.
  const shown = panelColumns.filter((column) => !isCost(column) || panel.columns.includes(column))
  const text = useLater(wanted.trim(), 300)
  const breakdown = useBreakdown(site.id, state, {
    dimension,
    text,
    metrics: shown,
    orderBy: [[sorting.by, sorting.direction]],
    limit: rowsInDialog,
  })
  const trends = useBreakdownTrends(site.id, state, {
    dimension,
    metric: sorting.by,
    values: (breakdown.data?.rows ?? [])
      .flatMap(({ kind, value }) => (kind === 'value' ? value : []))
      .slice(0, rowsWithTrend),
    timezone: site.timezone,
    isAsked: isMember && !breakdown.isPlaceholderData,
  })
  if (breakdown.isPending) {
    return <WaitingRows count={8} figures={5} />
  }
  if (!breakdown.data) return <Failure error={breakdown.error} retry={() => breakdown.refetch()} />
  const isWanted = (value: string) =>
    [labelOf(dimension, value), value].some((words) => holdsText(words, wanted.trim()))
  const rows = breakdown.data.rows.filter(({ value }) => isWanted(value))
  if (rows.length === 0) return <Empty sign={SearchX} title={texts.panels.nothingFound} />
  const sort = (by: Sorting['by']) => {
    const turned = sorting.direction === 'desc' ? 'asc' : 'desc'
    setSorting({ by, direction: by === sorting.by ? turned : 'desc' })
  }
  return (
    <div data-stale={breakdown.isPlaceholderData || undefined}>
      <BreakdownTable
        breakdown={{ ...breakdown.data, rows }}
        dimension={dimension}
        shown={shown}
        sorting={sorting}
        sort={sort}
        choose={choose}
        hasTrend={isMember}
        trends={trends.data}
      />
      <CostsKnown known={breakdown.data.costsKnown} className={styles.nothing} />
      {breakdown.data.hasMore && (
        <p className={styles.nothing}>
          {texts.panels.moreRows(formatCount(breakdown.data.rows.length))}
        </p>
      )}
    </div>
  )
}
