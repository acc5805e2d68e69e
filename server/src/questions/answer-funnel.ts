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
    breakdown: undefined,
  }
  const breakdown =
    input.breakdown === undefined ? undefined : readVisitDimension(input.breakdown, 'breakdown')
  const broken = { ...scope, breakdown }
  const [totals, rows, revenue] = await Promise.all([
    funnelFigures(engine, scope, { limit: 1 }),
    breakdown === undefined ? [] : funnelFigures(engine, broken, { limit }),
    funnelRevenue(engine, broken, site.currency),
  ])
  const stepsOf = (figures: FunnelFigures | undefined, key: string | undefined) =>
    scope.steps.map((_, index) =>
      figuresOfStep(figures, index, toMajorUnits(revenue(index + 1, key), site.currency)),
    )
  return {
    steps: stepsOf(totals[0], undefined),
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
  const byVisitor = Map.groupBy(payers, ({ visitorId }) => visitorId)
  return (step: number, key: string | undefined): number =>
    movements
      .filter((movement) => movement.currency === currency)
      .filter(({ visitorId, at }) =>
        (byVisitor.get(visitorId) ?? []).some(
          (way) =>
            way.reached >= step &&
            (key === undefined || way.key === key) &&
            at >= way.startedMs &&
            at <= way.startedMs + windowMs,
        ),
      )
      .reduce((sum, { amountMinor }) => sum + amountMinor, 0)
}
