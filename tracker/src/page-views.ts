import { guarded, listen } from './guard.ts'
import { send } from './send.ts'
import { settings } from './settings.ts'

let lastAddress: string | undefined
let referrer = document.referrer
let onLeave: ((isLeft: true) => void) | undefined

/** Sends a page view when the address is another one than before, or when asked to count it `again`. */
export function viewPage(again?: unknown): void {
  const address = location.pathname + location.search + ('hash' in settings ? location.hash : '')
  if (address === lastAddress && again !== true) return
  if (lastAddress) onLeave?.(true)
  lastAddress = address
  send('pageview', { referrer })
  referrer = location.href
}

/** Counts this page and every one that follows without a load; `leave` is called for each page left. */
export function followPages(leave?: (isLeft: true) => void): void {
  onLeave = leave
  viewPage()
  // Single-page routers call the history API; the reader uses back and forward.
  for (const method of ['pushState', 'replaceState'] as const) {
    const original = history[method]
    history[method] = function (...parameters) {
      original.apply(this, parameters)
      // Routers set the title right after; the page view should carry the new one.
      setTimeout(guarded(viewPage))
    }
  }
  listen('popstate hashchange', viewPage)
  // A page that comes back from the back/forward cache was not loaded, but is seen again.
  listen('pageshow', (event) => (event as PageTransitionEvent).persisted && viewPage(true))
}
