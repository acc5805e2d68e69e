import { useAhead } from '../../../api/ahead.ts'
import { type BreakdownRow, useBreakdown } from '../../../api/breakdown.ts'
import type { Site } from '../../../api/site/sites.ts'
import { labelOf } from '../../../format/dimension-label.ts'
import { formatHeadlineMoney, formatMoney } from '../../../format/money.ts'
import { formatRoundShare } from '../../../format/number.ts'
import { Mark } from '../../../marks/mark.tsx'
import { barStyle } from '../../../parts/figures/bar-style.ts'
import { Change } from '../../../parts/figures/change.tsx'
import { Sentence } from '../../../parts/figures/sentence.tsx'
import { Skeleton } from '../../../parts/states/skeleton.tsx'
import { texts } from '../../../texts/texts.ts'
import { rowFilter } from '../../../url-state/filter.ts'
import {
  addingFilter,
  type ChangeReport,
  type ReportState,
} from '../../../url-state/report-state.ts'
import styles from '../money-summary.module.css'
import { rowsInPanel, usePanelColumns } from './use-panel-columns.ts'

const shownSources = 3

interface TopSourcesProps {
  site: Site
  state: ReportState
  change: ChangeReport
}

/** The three sources (or channels, like the panel below) that brought most, in a sentence each. */
export function TopSources({ site, state, change }: TopSourcesProps) {
  const dimension = state.tabs.traffic === 'source' ? 'source' : 'channel'
  const { columns, sorting, orderBy } = usePanelColumns(state, change)
  const isLikePanel = sorting.by === 'revenue'
  const breakdown = useBreakdown(site.id, state, {
    dimension,
    // Asked like the panel below, if that has the same order: one question for both.
    metrics: isLikePanel ? [...columns] : ['revenue'],
    orderBy: isLikePanel ? orderBy : [['revenue', 'desc']],
    limit: rowsInPanel,
  })
  const askAhead = useAhead()
  // The share is of the same answer's revenue: the headline may already have other filters.
  const { rows, revenue = 0, currency = '' } = breakdown.data ?? {}
  const paid = rows?.filter((row) => row.kind === 'value' && row.revenue > 0)
  const most = paid?.[0]?.revenue ?? 1
  const filteredBy = (value: string, isExcluded: boolean) =>
    addingFilter(rowFilter(dimension, value, isExcluded))
  if (!paid) {
    return Array.from({ length: shownSources }, (_, index) => (
      <Skeleton key={index} width={`${90 - 20 * index}%`} height="34px" />
    ))
  }
  return (
    <ol className={styles.list} data-stale={breakdown.isPlaceholderData || undefined}>
      {paid.slice(0, shownSources).map((row) => (
        <li key={row.value} style={barStyle(row.revenue / most)}>
          <button
            type="button"
            className={styles.source}
            title={texts.panels.excludeHint}
            onPointerDown={({ altKey }) => askAhead(filteredBy(row.value, altKey))}
            onClick={({ altKey }) => change(filteredBy(row.value, altKey))}
          >
            {dimension === 'source' && (
              <Mark kind="source" value={row.value} label={labelOf(dimension, row.value)} />
            )}
            <span className={styles.words}>
              <Sentence
                text={texts.overview.source}
                parts={{
                  source: <strong>{labelOf(dimension, row.value)}</strong>,
                  amount: (
                    <span className="money" title={formatMoney(row.revenue, currency)}>
                      {formatHeadlineMoney(row.revenue, currency)}
                    </span>
                  ),
                  share: formatRoundShare(revenue > 0 ? row.revenue / revenue : 0),
                }}
              />
            </span>
            <SourceChange row={row} isCompared={breakdown.data?.isCompared ?? false} />
          </button>
        </li>
      ))}
    </ol>
  )
}

function SourceChange({ row, isCompared }: { row: BreakdownRow; isCompared: boolean }) {
  const change = row.change.revenue
  if (typeof change === 'number') return <Change change={change} />
  return isCompared && <span>{texts.figures.noChange}</span>
}
