import type { Model } from '@tributary/contract/query.ts'

/** A visit as attribution sees it. */
export interface Touch {
  /** When the visit began, milliseconds since 1970 UTC. */
  atMs: number
  /** Whether it came from nowhere in particular: no referrer, no campaign. */
  isDirect: boolean
  /** The kind of traffic, which data-driven models weigh. */
  channel: string
}

const dayMs = 86_400_000

/**
 * What a model splits a payment over. First touch, where nothing lies in the look-back, is credited to
 * the last touch before it: a beginning that is long ago is still one.
 */
export function creditableTouches<T extends Touch>(
  touches: readonly T[],
  pathAtMs: number,
  { model, lookbackDays }: { model: Model; lookbackDays: number },
): T[] {
  const inWindow = touchesInWindow(touches, pathAtMs, lookbackDays)
  if (inWindow.length > 0 || model !== 'first') return inWindow
  return touchesInWindow(touches, pathAtMs, Number.POSITIVE_INFINITY).slice(-1)
}

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
