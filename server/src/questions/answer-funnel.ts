import type {
  Funnel,
  FunnelInput,
  FunnelStepFigures,
} from '@tributary/contract/questions/funnel.ts'
import { toMajorUnits } from '../payments/money.ts'
import { wilson } from '../reports/intervals.ts'
import type { Site } from '../sites/site.ts'
import type { Engine } from '../store/events/engine.ts'
import {
  type FunnelFigures,
  type FunnelScope,
  funnelFigures,
  funnelPayers,
} from '../store/events/queries/funnel-units.ts'
import { allMoney, moneyEntries } from '../store/events/queries/money-entries.ts'
import { readScope, readStep, readVisitDimension } from './read-scope.ts'
import { understood, visitScope } from './visit-scope.ts'

const hourMs = 3_600_000
const defaultWindowHours = 168
const defaultRows = 10

/** How many got how far on a way of steps, how long it took them, and what they paid. */
export async function answerFunnel(
  engine: Engine,
  { site, nowMs }: { site: Site; nowMs: number },
  input: FunnelInput,
): Promise<Funnel> {
  const { by = 'visitor', windowHours = defaultWindowHours, limit = defaultRows } = input
  const question = readScope(input, site, nowMs)
  const scope: FunnelScope = {
    ...visitScope(question),
    steps: input.steps.map((step, index) => readStep(step, `steps: number ${index + 1}`)),
    by,
    windowMs: windowHours * hourMs,
    breakdown:
      input.breakdown === undefined ? undefined : readVisitDimension(input.breakdown, 'breakdown'),
  }
  const [{ total, rows }, revenue] = await Promise.all([
    funnelFigures(engine, scope, { limit }),
    funnelRevenue(engine, scope, site.currency),
  ])
  const stepsOf = (figures: FunnelFigures | undefined, key: string | undefined) =>
    scope.steps.map((_, index) =>
      figuresOfStep(figures, index, toMajorUnits(revenue(index + 1, key), site.currency)),
    )
  return {
    steps: stepsOf(total, undefined),
    rows: rows.map((row) => ({ key: row.key, steps: stepsOf(row, row.key) })),
    currency: site.currency,
    query: {
      ...understood(question),
      by,
      windowHours,
      breakdown: input.breakdown ?? null,
    },
  }
}

function figuresOfStep(
  { counts, mediansMs }: Pick<FunnelFigures, 'counts' | 'mediansMs'> = {
    counts: [],
    mediansMs: [],
  },
  index: number,
  revenue: number,
): FunnelStepFigures {
  const count = counts[index] ?? 0
  const first = counts[0] ?? 0
  const before = index === 0 ? undefined : (counts[index - 1] ?? 0)
  return {
    count,
    conversionRate: ratio(count, first),
    interval: (before === undefined ? undefined : wilson(count, first)) ?? null,
    stepRate: before === undefined ? null : ratio(count, before),
    dropOff: before === undefined ? 0 : before - count,
    medianSeconds:
      before === undefined || count === 0 ? null : Math.round((mediansMs[index] ?? 0) / 1000),
    revenue,
  }
}

const ratio = (part: number, whole: number) =>
  whole === 0 ? null : Math.round((part / whole) * 1e6) / 1e6

/**
 * Makes the function that says how much, in minor units, those paid who reached a step, of one key or
 * of all. A movement of money counts once, however many sessions of its visitor got there.
 */
async function funnelRevenue(engine: Engine, scope: FunnelScope, currency: string) {
  const { site, fromMs, toMs, windowMs } = scope
  const [payers, movements] = await Promise.all([
    funnelPayers(engine, scope),
    moneyEntries(engine, { ...allMoney, site, fromMs, toMs: toMs + windowMs }),
  ])
  const waysOf = Map.groupBy(payers, ({ visitorId }) => visitorId)
  /** Minor units by how many steps their payer reached, of each key and of all. */
  const paid = new Map<string | undefined, number[]>()
  for (const { visitorId, at, amountMinor, currency: paidIn } of movements) {
    if (paidIn !== currency) continue
    const furthest = new Map<string | undefined, number>()
    for (const { key, reached, startedMs } of waysOf.get(visitorId) ?? []) {
      if (at < startedMs || at > startedMs + windowMs) continue
      for (const whose of [key, undefined]) {
        furthest.set(whose, Math.max(furthest.get(whose) ?? 0, reached))
      }
    }
    for (const [whose, reached] of furthest) {
      const byReached = paid.get(whose) ?? scope.steps.map(() => 0)
      byReached[reached - 1] = (byReached[reached - 1] ?? 0) + amountMinor
      paid.set(whose, byReached)
    }
  }
  return (step: number, key: string | undefined): number =>
    (paid.get(key) ?? []).slice(step - 1).reduce((sum, minor) => sum + minor, 0)
}
