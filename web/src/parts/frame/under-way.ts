import type { QueryClient } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'

/** When the mark of the latest change of the address can be seen. */
let seen = Promise.resolve()

/**
 * Resolves once the mark can be seen. A page is drawn in one piece, so without this the line would begin when the page
 * is there, which on a slow device is too late to need it.
 */
export const isMarkSeen = () => seen

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
  router.subscribe('onBeforeNavigate', ({ fromLocation }) => {
    isDrawn = false
    dataset.underWay = ''
    // The first page follows no click.
    if (fromLocation) seen = nextPaint()
  })
  router.subscribe('onResolved', () => {
    isDrawn = true
    // What is drawn sends its requests in effects, some of which run after this.
    setTimeout(unmarkAtRest)
  })
  client.getQueryCache().subscribe(unmarkAtRest)
}

/** How long a page that is not visible, and therefore is not painted, waits for it. */
const longestFrameMs = 50

function nextPaint(): Promise<void> {
  return new Promise((resolve) => {
    // What is called for a frame runs before it is painted; a task from there runs after it.
    requestAnimationFrame(() => setTimeout(resolve))
    setTimeout(resolve, longestFrameMs)
  })
}
