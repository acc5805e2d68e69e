import { type Dimension, isDimension } from '../../url-state/dimension.ts'
import { useOwnParams } from '../../url-state/own-params.ts'

/** What a cell of the table can show. */
export const cohortFigures = ['retention', 'revenue', 'lifetimeValue'] as const
export type CohortFigure = (typeof cohortFigures)[number]

export interface CohortState {
  interval: 'week' | 'month'
  /** The dimension of the first visit that splits cohorts; undefined for its week only. */
  by: Dimension | undefined
  figure: CohortFigure
}

/** The state of the cohorts page. It is only stored in the address. */
export function useCohortState(): [CohortState, (change: Partial<CohortState>) => void] {
  const [params, changeParams] = useOwnParams()
  const state: CohortState = {
    interval: params.interval === 'month' ? 'month' : 'week',
    by: typeof params.split === 'string' && isDimension(params.split) ? params.split : undefined,
    figure: cohortFigures.find((figure) => figure === params.show) ?? 'retention',
  }
  const change = (changed: Partial<CohortState>) => {
    const { interval, by, figure } = { ...state, ...changed }
    changeParams({
      interval: interval === 'week' ? undefined : interval,
      split: by,
      show: figure === 'retention' ? undefined : figure,
    })
  }
  return [state, change]
}
