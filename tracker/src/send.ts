import { currentIds } from './ids.ts'
import { endpoint, isSilent, settings } from './settings.ts'

/** A hit's fields other than the ids and the page. */
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
 * are not reported to the page.
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
