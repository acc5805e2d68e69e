/** The time used by a party up to a moment; both in milliseconds. */
export interface Spent {
  ms: number
  atMs: number
}

/** How much of it still counts. */
const halfLifeMs = 10_000

/** How much of it still counts. */
export function decayed(spent: Spent | undefined, nowMs: number): number {
  if (spent === undefined) return 0
  return spent.ms * 0.5 ** ((nowMs - spent.atMs) / halfLifeMs)
}
