import type {
  Funnel,
  FunnelInput,
  FunnelStepFigures,
} from '@tributary/contract/questions/funnel.ts'
import { toMajorUnits } from '../money/money.ts'
import { wilson } from '../reports/intervals.ts'
import { readScope } from '../reports/read-scope.ts'
import { readVisitDimension } from '../reports/read-visit-dimension.ts'
import type { Site } from '../site.ts'
import type { Engine } from '../store/events/engine.ts'
import { hourMs } from '../time/durations.ts'
import { type FunnelFigures, type FunnelScope, funnelFigures } from './queries/funnel-units.ts'
import { readStep } from './read-step.ts'
import { understood, visitScope } from './visit-scope.ts'

const defaultWindowHours = 168
const defaultRows = 10

/** How many visitors reached each step, how long it took them, and what they paid. */
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
    currency: site.currency,
  }
  const { total, rows } = await funnelFigures(engine, scope, { limit })
  const stepsOf = (figures: FunnelFigures | undefined) =>
    scope.steps.map((_, index) => figuresOfStep(figures, index, site.currency))
  return {
    steps: stepsOf(total),
    rows: rows.map((row) => ({ key: row.key, steps: stepsOf(row) })),
    currency: site.currency,
    query: {
      ...understood(question),
      by,
      windowHours,
      breakdown: input.breakdown ?? null,
    },
  }
}

const noFigures = { counts: [], mediansMs: [], revenueMinor: [] }

function figuresOfStep(
  { counts, mediansMs, revenueMinor }: Omit<FunnelFigures, 'key'> = noFigures,
  index: number,
  currency: string,
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
    revenue: toMajorUnits(revenueMinor[index] ?? 0, currency),
  }
}

const ratio = (part: number, whole: number) =>
  whole === 0 ? null : Math.round((part / whole) * 1e6) / 1e6
