import type { AlertSensitivity } from '@tributary/contract/app/alerts.ts'

/** When a figure is unusual. */
export interface UsualRule {
  sensitivity: AlertSensitivity
  /** Neither a figure nor what is usual is news below this. */
  minimum: number
  /** How much the figure swings by chance alone where the usual is this much, at the least. */
  chance(usual: number): number
}

/** How many times the usual, and how many times its swing away from it. */
const limits: Record<AlertSensitivity, { times: number; swings: number }> = {
  low: { times: 3, swings: 6 },
  medium: { times: 2, swings: 4 },
  high: { times: 1.5, swings: 3 },
}

/** Weeks that must be known before anything is usual. */
export const leastWeeks = 3
/** Makes the median absolute deviation what a standard deviation is, were it a normal distribution. */
const deviationsPerMad = 1.4826

export interface Judgement {
  verdict: 'spike' | 'drop'
  /** The median of the weeks before. */
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

/** For visitors, who come independently of each other: the square root of their number (Poisson), at least one. */
export const chanceOfVisitors = (usual: number) => Math.max(1, Math.sqrt(usual))

/** For money, whose amounts are few and uneven: 15 %. */
export const chanceOfMoney = (usual: number) => Math.abs(usual) * 0.15

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? 0
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2
}
