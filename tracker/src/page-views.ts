import { noteSign } from './engagement.ts'
import { listen } from './listen.ts'
import { send } from './send.ts'
import { settings } from './settings.ts'

let lastAddress: string | undefined
let referrer = document.referrer

/** Sends a page view if the address has changed, or if asked to count it `again`. */
export function viewPage(again?: unknown): void {
  const address = location.href.replace('hash' in settings ? '' : /#.*/, '')
  if (address === lastAddress && again !== true) return
  if (isWhole && lastAddress) noteSign()
  lastAddress = address
  send('pageview', { referrer })
  referrer = location.href
}

/** Counts this page and every one that follows without a load. */
export function followPages(): void {
  viewPage()
  // Single-page routers call the history API; the reader uses back and forward.
  for (const method of ['replaceState', 'pushState'] as const) {
    const original = history[method]
    history[method] = (...parameters) => {
      original.apply(history, parameters)
      // Routers set the title right after; the page view should contain the new one.
      setTimeout(viewPage)
    }
  }
  listen('hashchange popstate', viewPage)
  // A page from the back/forward cache was not loaded, but is seen again.
  listen('pageshow', (event) => viewPage((event as PageTransitionEvent).persisted))
}
