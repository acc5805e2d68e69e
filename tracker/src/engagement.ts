import { send } from './send.ts'

let engagedMs = 0
let lastSign = Date.now()
let wasHidden: boolean | undefined
let url = location.href

/**
 * Counts the time up to this activity and reports it when the page is hidden (the last reliable moment on phones),
 * when another page follows (without an event), or when enough has accumulated.
 */
export function noteSign(event?: Event): void {
  const now = Date.now()
  // A longer pause is not counted as reading.
  if (!wasHidden) engagedMs += Math.min(now - lastSign, 30_000)
  lastSign = now
  wasHidden = document.hidden
  // Reported at the latest after a minute of it, which also keeps a long visit going.
  if (!event || wasHidden || engagedMs > 60_000) {
    // Less is meaningless and would cost a request.
    if (engagedMs > 100) send('engagement', { url, engagedMs })
    engagedMs = 0
    url = location.href
  }
}
