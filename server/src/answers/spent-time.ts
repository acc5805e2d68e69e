/** Time that a party was given up to a moment; both in milliseconds. */
export interface Spent {
  ms: number
  atMs: number
}

/** After so long half of it is forgotten: who asked for much a minute ago is like all others again. */
const halfLifeMs = 10_000

/** What is left of it by now. */
export function decayed(spent: Spent | undefined, nowMs: number): number {
  if (spent === undefined) return 0
  return spent.ms * 0.5 ** ((nowMs - spent.atMs) / halfLifeMs)
}
