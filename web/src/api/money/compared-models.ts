import { useQuery } from '@tanstack/react-query'
import type { Model, QueryInput } from '@tributary/contract/query.ts'
import { defaultModel, models } from '../../url-state/model.ts'
import { ask, numberIn, type Scope, scopeOf } from '../query.ts'

/** What each model credits to each channel, in the site's currency. */
export interface ComparedModels {
  currency: string
  /** The most by the standard model first. */
  rows: { value: string; notLinked: boolean; revenue: Record<Model, number> }[]
  totals: Record<Model, number>
}

/** The same revenue, credited by every model. */
export function useComparedModels(siteId: string, scope: Omit<Scope, 'model'>) {
  const questionOf = (model: Model): QueryInput => ({
    ...scopeOf({ ...scope, model }),
    metrics: ['revenue'],
    dimensions: ['channel'],
    limit: 100,
  })
  return useQuery({
    queryKey: ['models', siteId, questionOf(defaultModel)],
    queryFn: async ({ signal }): Promise<ComparedModels> => {
      const answers = await Promise.all(
        models.map(async (model) => ({
          model,
          answer: await ask(siteId, questionOf(model), signal),
        })),
      )
      const none = () => Object.fromEntries(models.map((model) => [model, 0])) as Sums
      const sums = new Map<string, Sums>()
      const notLinked = new Set<string>()
      const totals = none()
      for (const { model, answer } of answers) {
        totals[model] = numberIn(answer.totals, 'revenue')
        for (const row of answer.rows) {
          const channel = String(row.channel ?? '')
          const sum = sums.get(channel) ?? none()
          sum[model] = numberIn(row, 'revenue')
          sums.set(channel, sum)
          if (row.notLinked === true) notLinked.add(channel)
        }
      }
      const rows = [...sums].map(([channel, revenue]) => ({
        value: channel,
        notLinked: notLinked.has(channel),
        revenue,
      }))
      rows.sort((a, b) => b.revenue[defaultModel] - a.revenue[defaultModel])
      return {
        currency: answers[0]?.answer.currency ?? '',
        rows: rows.filter(({ revenue }) => Object.values(revenue).some((sum) => sum !== 0)),
        totals,
      }
    },
  })
}

type Sums = Record<Model, number>
