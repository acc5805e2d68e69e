import type { Model } from '@tributary/contract/query.ts'
import { dayMs } from '../time/durations.ts'

/** A visit as attribution sees it. */
export interface Touch {
  /** When the visit began, milliseconds since 1970 UTC. */
  atMs: number
  /** Whether it had no source: no referrer, no campaign. */
  isDirect: boolean
  /** The kind of traffic, which data-driven models weigh. */
  channel: string
}

/**
 * The touches that a model splits a payment over, in time order. If the look-back has none, the last touch before it
 * gets the credit for a first touch: a beginning long ago is still one.
 */
export function creditableTouches<T extends Touch>(
  touches: readonly T[],
  pathAtMs: number,
  { model, lookbackDays }: { model: Model; lookbackDays: number },
): readonly T[] {
  const inWindow = touchesInWindow(touches, pathAtMs, lookbackDays)
  if (inWindow.length > 0 || model !== 'first') return inWindow
  return touchesInWindow(touches, pathAtMs, Number.POSITIVE_INFINITY).slice(-1)
}

/**
 * The touches within the look-back that a payment's credit is split over, in time order: they began at or before the
 * end of the path and at most the look-back before it (a touch exactly at the edge counts).
 */
export function touchesInWindow<T extends Touch>(
  touches: readonly T[],
  pathAtMs: number,
  lookbackDays: number,
): readonly T[] {
  const earliestMs = pathAtMs - lookbackDays * dayMs
  let from = 0
  let to = touches.length
  while (from < to && (touches[from] as T).atMs < earliestMs) from += 1
  while (to > from && (touches[to - 1] as T).atMs > pathAtMs) to -= 1
  return from === 0 && to === touches.length ? touches : touches.slice(from, to)
}
