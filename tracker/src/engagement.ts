import { send } from './send.ts'

/** A pause longer than this is not counted as reading. */
const longestPauseMs = 30_000
/** Engaged time is reported at the latest after so much of it, which also keeps a long visit going. */
const reportAfterMs = 60_000
/** Less tells nothing and would cost a request. */
const leastMs = 100

let engagedMs = 0
let lastSign = 0
let wasHidden = false
let url = location.href

/**
 * Counts the time up to this sign of life and reports it when the page goes out of sight (the last
 * moment a phone surely gives us), when it `isLeft` for the next, or when enough has come together.
 */
export function noteSign(isLeft?: unknown): void {
  const now = performance.now()
  if (!wasHidden) engagedMs += Math.min(now - lastSign, longestPauseMs)
  lastSign = now
  wasHidden = document.hidden
  if (isLeft !== true && !wasHidden && engagedMs < reportAfterMs) return
  if (engagedMs > leastMs) send('engagement', { url, engagedMs: Math.round(engagedMs) })
  engagedMs = 0
  url = location.href
}
