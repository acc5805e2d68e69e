/** A visit as attribution sees it. */
export interface Touch {
  /** When the visit began, milliseconds since 1970 UTC. */
  atMs: number
  /** Whether it came from nowhere in particular: no referrer, no campaign. */
  isDirect: boolean
}

const dayMs = 86_400_000

/**
 * The touches that a payment's credit is split over: those that began at or before the end of the
 * path and not more than the look-back before it (a touch exactly at the edge counts), oldest first.
 */
export function touchesInWindow<T extends Touch>(
  touches: readonly T[],
  pathAtMs: number,
  lookbackDays: number,
): T[] {
  const earliestMs = pathAtMs - lookbackDays * dayMs
  return touches
    .filter(({ atMs }) => atMs >= earliestMs && atMs <= pathAtMs)
    .sort((a, b) => a.atMs - b.atMs)
}
