import { type Model, notLinked } from '@tributary/contract/query.ts'
import type { ModelsAnswer } from '@tributary/contract/questions/model-comparison.ts'
import { toMajorUnits } from '../../money/money.ts'
import type { Engine } from '../../store/events/engine.ts'
import type { JourneyQuestion } from '../read-journeys.ts'
import { addUp, notLinkedKey } from './add-up-money.ts'
import { creditedMoney } from './credited-money.ts'

/** Credits the same money by each model and returns the results side by side. */
export async function compareModels(
  engine: Engine,
  question: JourneyQuestion & { models: readonly Model[] },
): Promise<ModelsAnswer> {
  const { range, models, currency, limit } = question
  const { fromMs, toMs } = range
  const part = { fromMs, toMs }
  const wanted = { part, range, models, withJourneys: false }
  const { places, creditsBy } = await creditedMoney(engine, question, wanted)
  const rows = new Map<string, Map<Model, number>>()
  const totals = new Map<Model, number>()
  const fallbacks: ModelsAnswer['fallbacks'] = []
  for (const model of models) {
    const { credits, fallback } = creditsBy(model)
    if (fallback !== undefined) fallbacks.push({ model, ...fallback })
    const added = addUp({ ...question, places }, credits)
    totals.set(model, netMinor(added.totals))
    for (const figures of added.rows) {
      const value = figures.keys[0] ?? ''
      const known = rows.get(value) ?? new Map<Model, number>()
      rows.set(value, known.set(model, netMinor(figures)))
    }
  }
  const lines = [...rows].map(([value, minor]) => lineOf({ value, minor, totals, question }))
  const byFirst = ({ revenue }: Line) => revenue[models[0] ?? ''] ?? 0
  return {
    models: [...models],
    // A row that matters in any model is included, with the values of the first model.
    rows: lines
      .toSorted((a, b) => most(b) - most(a) || (a.value < b.value ? -1 : 1))
      .slice(0, limit)
      .toSorted((a, b) => byFirst(b) - byFirst(a)),
    totals: byModel(models, (model) => toMajorUnits(totals.get(model) ?? 0, currency)),
    fallbacks,
    currency,
  }
}

const netMinor = (figures: { grossMinor: number; refundsMinor: number }) =>
  figures.grossMinor - figures.refundsMinor

type Line = ModelsAnswer['rows'][number]

const most = ({ revenue }: Line) => Math.max(...Object.values(revenue))

function lineOf(given: {
  value: string
  minor: ReadonlyMap<Model, number>
  totals: ReadonlyMap<Model, number>
  question: { models: readonly Model[]; currency: string }
}): Line {
  const { value, minor, totals, question } = given
  const { models, currency } = question
  const shareOf = (model: Model) => {
    const total = totals.get(model) ?? 0
    return total > 0 ? rounded((minor.get(model) ?? 0) / total) : null
  }
  const [base] = models
  const baseShare = base === undefined ? null : shareOf(base)
  const isNotLinked = value === notLinkedKey
  return {
    value: isNotLinked ? notLinked : value,
    ...(isNotLinked && { notLinked: true as const }),
    revenue: byModel(models, (model) => toMajorUnits(minor.get(model) ?? 0, currency)),
    share: byModel(models, shareOf),
    shift: byModel(models, (model) => {
      const share = shareOf(model)
      return share === null || baseShare === null ? null : rounded(share - baseShare)
    }),
  }
}

function byModel<Value>(
  models: readonly Model[],
  valueOfModel: (model: Model) => Value,
): Record<string, Value> {
  return Object.fromEntries(models.map((model) => [model, valueOfModel(model)]))
}

const rounded = (value: number) => Math.round(value * 1e6) / 1e6
