import type { QueryClient } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'

/**
 * Marks the page from a change of the address until what it leads to is drawn and nothing is requested for the first
 * time; `style/base.css` draws a line for it where that takes a moment. What is stale says so itself, but only once the
 * next state is rendered, and on a slow device, or while a page's script loads, that alone takes longer than one waits
 * without a sign.
 */
export function markUnderWay(router: AnyRouter, client: QueryClient): void {
  const { dataset } = document.documentElement
  let isDrawn = true
  const unmarkAtRest = () => {
    if (dataset.underWay === undefined || !isDrawn) return
    const awaited = client.isFetching({ predicate: ({ state }) => state.data === undefined })
    if (awaited === 0) delete dataset.underWay
  }
  router.subscribe('onBeforeNavigate', () => {
    isDrawn = false
    dataset.underWay = ''
  })
  router.subscribe('onResolved', () => {
    isDrawn = true
    // What is drawn sends its requests in effects, some of which run after this.
    setTimeout(unmarkAtRest)
  })
  client.getQueryCache().subscribe(unmarkAtRest)
}
