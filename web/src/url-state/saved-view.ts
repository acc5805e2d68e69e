import type { AppView, NewAppView } from '@tributary/contract/app/view.ts'
import { viewParams } from '@tributary/contract/view-params.ts'
import { filterId, filterInput, filterOfInput, writeFilters } from './filter.ts'
import type { PanelChoice } from './panel-choice.ts'
import { parseReportState, type ReportState, writeReportState } from './report-state.ts'
import type { SearchParams } from './search-params.ts'

type ViewContent = Pick<NewAppView, 'filters' | 'params'>

/** Opens the page without any view, even if the site has a default. */
export const noView = 'none'

/** A page's state, as a view stores it: with the shown columns. */
export function viewOfState(state: ReportState, { columns, order }: PanelChoice): ViewContent {
  const written = writeReportState({
    ...state,
    columns: state.columns ?? columns,
    order: state.order ?? order,
  })
  const params = viewParams.flatMap((name) => {
    const value = written[name]
    return typeof value === 'string' ? [[name, value]] : []
  })
  return { filters: state.filters.map(filterInput), params: Object.fromEntries(params) }
}

/** The parameters of an address that opens a view. */
export function searchOfView({ id, filters, params }: AppView): SearchParams {
  return {
    ...params,
    filter: writeFilters(filters.flatMap((one) => filterOfInput(one) ?? [])),
    view: id,
  }
}

/** The state of a page that opens a view. */
export function stateOfView(view: AppView): ReportState {
  return parseReportState(searchOfView(view))
}

/** Whether the dashboard understands all filters of a view. */
export function canShowView({ filters }: AppView): boolean {
  return filters.every((filter) => filterOfInput(filter) !== undefined)
}

/** Whether a page that opened a view still shows exactly that. */
export function showsView(state: ReportState, view: AppView, choice: PanelChoice): boolean {
  const textOf = (one: ReportState) => {
    const { params } = viewOfState(one, choice)
    return JSON.stringify([
      one.filters.map(filterId).sort(),
      viewParams.map((name) => params[name]),
    ])
  }
  return textOf(state) === textOf(stateOfView(view))
}
