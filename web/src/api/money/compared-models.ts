import { useQuery } from '@tanstack/react-query'
import type { ModelsAnswer, ModelsInput } from '@tributary/contract/questions/model-comparison.ts'
import type { Dimension } from '../../url-state/dimension.ts'
import { defaultModel, models } from '../../url-state/model.ts'
import { previousAnswer } from '../client/previous-answer.ts'
import { request } from '../client/request.ts'
import { type Scope, scopeOf } from '../query.ts'

/** The same revenue, credited to channels by every model; sorted by the first model, which is the default. */
export function useComparedModels(siteId: string, { range, filters }: Omit<Scope, 'model'>) {
  const scope = { range, filters, model: defaultModel }
  const body = bodyOf(scope, { dimension: 'channel', models: [...models], limit: 100 })
  return useQuery({
    queryKey: ['models', siteId, body],
    queryFn: ({ signal }) => request('POST /api/v1/models', { siteId, body, signal }),
    select: (answer) => ({ ...answer, rows: answer.rows.filter(isCredited) }),
  })
}

const isCredited = ({ revenue }: ModelsAnswer['rows'][number]) =>
  Object.values(revenue).some((sum) => sum !== 0)

interface WantedShifts {
  dimension: Dimension
  isAsked: boolean
}

/**
 * How much more (or less) revenue the chosen model gives each value than the default one. From one answer: two could
 * be from before and after a payment.
 */
export function useModelShifts(siteId: string, scope: Scope, { dimension, isAsked }: WantedShifts) {
  const body = bodyOf(scope, { dimension, models: [defaultModel, scope.model], limit: 1000 })
  return useQuery({
    queryKey: ['shifts', siteId, body],
    queryFn: ({ signal }) => request('POST /api/v1/models', { siteId, body, signal }),
    select: shiftsOf,
    enabled: isAsked,
    placeholderData: previousAnswer(siteId, body),
  })
}

function shiftsOf({ models, rows }: ModelsAnswer): Map<string, number> {
  const [standard = '', chosen = ''] = models
  return new Map(
    rows.map(({ value, revenue }) => {
      // Cents are exact only as whole numbers; no currency has more than four decimals.
      const units = (model: string) => Math.round((revenue[model] ?? 0) * 10_000)
      return [value, (units(chosen) - units(standard)) / 10_000]
    }),
  )
}

function bodyOf(scope: Scope, about: Omit<ModelsInput, 'dateRange'>): ModelsInput {
  const { dateRange, filters } = scopeOf(scope)
  return { dateRange, filters, ...about }
}
