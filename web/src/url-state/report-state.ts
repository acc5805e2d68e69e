import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { type Comparison, parseComparison, writeComparison } from './comparison.ts'
import {
  type Dimension,
  isDimension,
  type PanelName,
  panelNames,
  panelTabs,
  type Tab,
} from './dimension.ts'
import { addFilter, type Filter, parseFilters, removeFilter, writeFilters } from './filter.ts'
import { defaultModel, type Model, parseModel } from './model.ts'
import { type PanelColumn, parseColumn, parseColumns } from './panel-choice.ts'
import { defaultRange, parseRange, type Range, writeRange } from './range.ts'
import type { SearchParams } from './search-params.ts'

/** The figures that the chart can draw; revenue is below all but itself. */
export const chartMetrics = [
  'visitors',
  'revenue',
  'revenuePerVisitor',
  'conversionRate',
  'sessions',
  'pageViews',
  'bounceRate',
  'sessionDuration',
] as const
export type ChartMetric = (typeof chartMetrics)[number]

/** The complete state of the site page. It is only stored in the address. */
export interface ReportState {
  range: Range
  comparison: Comparison
  filters: Filter[]
  model: Model
  /** The sort order of panels; undefined: the person's last choice. */
  order: PanelColumn | undefined
  /** The columns of all panels; undefined: the person's last choice. */
  columns: readonly PanelColumn[] | undefined
  /** The saved view that was opened, even if it was changed since. */
  view: string | undefined
  tabs: Record<PanelName, Tab>
  /** The breakdown whose full list is open, or the models side by side. */
  opened: Dimension | 'models' | undefined
  /** What the chart draws; undefined: revenue if the site has any. */
  metric: ChartMetric | undefined
  chartAsTable: boolean
}

/** A change: some parts of the state, or a function of the latest one. */
export type ReportChange = Partial<ReportState> | ((latest: ReportState) => Partial<ReportState>)

/** Changes the address. */
export type ChangeReport = (change: ReportChange) => void

/** The state after a change. */
export function changedState(state: ReportState, change: ReportChange): ReportState {
  return { ...state, ...(typeof change === 'function' ? change(state) : change) }
}

/** A change that adds one condition to the latest ones: the rendered state may be a click behind. */
export function addingFilter(filter: Filter): ReportChange {
  return ({ filters }) => ({ filters: addFilter(filters, filter) })
}

/** A change that removes one condition from the latest ones. */
export function removingFilter(filter: Filter): ReportChange {
  return ({ filters }) => ({ filters: removeFilter(filters, filter) })
}

/** Reads the state from an address; missing or invalid parts have their defaults. */
export function parseReportState(params: SearchParams): ReportState {
  const one = (name: string) => (typeof params[name] === 'string' ? params[name] : undefined)
  const opened = one('open') ?? ''
  return {
    range: parseRange(one('range')),
    comparison: parseComparison(one('compare')),
    filters: parseFilters(params.filter),
    model: parseModel(one('model')),
    order: parseColumn(one('by')),
    columns: parseColumns(one('columns')?.split(',')),
    view: one('view'),
    tabs: tabsOf(one),
    opened: opened === 'models' || isDimension(opened) ? opened : undefined,
    metric: chartMetrics.find((metric) => metric === one('metric')),
    chartAsTable: one('chart') === 'table',
  }
}

/** Writes the state into an address; defaults are left out. */
export function writeReportState(state: ReportState): SearchParams {
  const params: SearchParams = {
    range: writeRange(state.range),
    compare: writeComparison(state.comparison),
    model: state.model === defaultModel ? undefined : state.model,
    by: state.order,
    columns: state.columns?.join(','),
    view: state.view,
    metric: state.metric,
  }
  for (const panel of panelNames) {
    const isFirst = state.tabs[panel] === panelTabs[panel][0]
    params[panel] = isFirst ? undefined : state.tabs[panel]
  }
  params.chart = state.chartAsTable ? 'table' : undefined
  params.open = state.opened
  params.filter = writeFilters(state.filters)
  return params
}

/**
 * The state of the address and the function to change it, which stays the same. A change is a new entry of the
 * browser's history, so the back button undoes it; the scroll position stays.
 */
export function useReportState(): [ReportState, ChangeReport] {
  const params = useSearch({ strict: false }) as SearchParams
  const navigate = useNavigate()
  const state = useMemo(() => parseReportState(params), [params])
  const change = useCallback(
    (changed: ReportChange) => {
      // Parameters that belong to the page alone, such as the steps of a funnel, stay.
      const search = (latest: SearchParams) => {
        return { ...latest, ...writeReportState(changedState(parseReportState(latest), changed)) }
      }
      const isChange = { isReportChange: true }
      navigate({
        to: '.',
        search: search as never,
        hash: true,
        resetScroll: false,
        state: isChange,
      })
    },
    [navigate],
  )
  return [state, change]
}

declare module '@tanstack/history' {
  interface HistoryState {
    /** An address without parameters that was reached by a change: it does not open the default view. */
    isReportChange?: boolean
  }
}

export const defaultReportState: ReportState = parseReportState({
  range: writeRange(defaultRange),
})

function tabsOf(one: (name: string) => string | undefined): Record<PanelName, Tab> {
  const tabs = panelNames.map((panel) => {
    const choices: readonly Tab[] = panelTabs[panel]
    return [panel, choices.find((tab) => tab === one(panel)) ?? choices[0]]
  })
  return Object.fromEntries(tabs)
}
