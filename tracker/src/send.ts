import { currentIds } from './ids.ts'
import { endpoint, isSilent, settings } from './settings.ts'

/** What a hit may carry beside the ids and the page it happened on. */
export interface Details {
  url?: string
  referrer?: string
  name?: unknown
  value?: unknown
  properties?: object
  engagedMs?: number
  userId?: unknown
  email?: unknown
}

/**
 * Sends one hit. Plain text needs no preflight, and `keepalive` lets it outlive the page. Failures
 * are the tracker's own business: the page never hears of them.
 */
export function send(type: string, details: Details): void {
  if (isSilent()) return
  const body = JSON.stringify({
    siteId: settings.site,
    type,
    ...currentIds(),
    url: location.href,
    title: document.title,
    screenWidth: innerWidth,
    ...details,
  })
  fetch(endpoint, { method: 'POST', body, keepalive: true, credentials: 'omit' }).catch(() => {})
}
