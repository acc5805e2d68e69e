import type { AlertSensitivity } from '@tributary/contract/app/alerts.ts'

/** When a figure is unusual. */
export interface UsualRule {
  sensitivity: AlertSensitivity
  /** Below this, neither a figure nor its baseline is news. */
  minimum: number
  /** The least random variation of the figure around a baseline. */
  chance(usual: number): number
}

/** The factor between baseline and figure, and the number of deviations between them. */
const limits: Record<AlertSensitivity, { times: number; swings: number }> = {
  low: { times: 3, swings: 6 },
  medium: { times: 2, swings: 4 },
  high: { times: 1.5, swings: 3 },
}

/** The fewest weeks that make a baseline. */
export const leastWeeks = 3
/** Scales the median absolute deviation to the standard deviation of a normal distribution. */
const deviationsPerMad = 1.4826

export interface Judgement {
  verdict: 'spike' | 'drop'
  /** The median of the previous weeks. */
  usual: number
}

/**
 * Compares a figure with the same hours of the previous weeks. A spike is at least the minimum, a multiple of the
 * median and several deviations above it; a drop is the opposite, if the median is at least the minimum. The
 * deviation is the median absolute deviation or chance, whichever is larger. Undefined for a usual figure, and while
 * fewer than three weeks are known.
 */
export function judgeHour(
  value: number,
  weeksBefore: readonly number[],
  rule: UsualRule,
): Judgement | undefined {
  if (weeksBefore.length < leastWeeks) return undefined
  const usual = median(weeksBefore)
  const deviation = median(weeksBefore.map((one) => Math.abs(one - usual)))
  const swing = Math.max(deviationsPerMad * deviation, rule.chance(usual))
  const { times, swings } = limits[rule.sensitivity]
  const isSpike = value >= rule.minimum && value >= times * usual && value - usual >= swings * swing
  if (isSpike && value > usual) return { verdict: 'spike', usual }
  const isDrop = usual >= rule.minimum && value * times <= usual && usual - value >= swings * swing
  if (isDrop && value < usual) return { verdict: 'drop', usual }
  return undefined
}

/**
 * For visitors, who arrive independently of each other: the square root of their number (Poisson), at least one.
 */
export const chanceOfVisitors = (usual: number) => Math.max(1, Math.sqrt(usual))

/** For money, whose amounts are few and uneven: 15 %. */
export const chanceOfMoney = (usual: number) => Math.abs(usual) * 0.15

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? 0
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2
}
