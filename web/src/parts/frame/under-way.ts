import type { QueryClient } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'

/** When the mark of the latest change of the address can be seen. */
let seen = Promise.resolve()

/**
 * Resolves once the mark can be seen. A page is drawn in one piece, so without this the line would begin when the page
 * is there, which on a slow device is too late to need it.
 */
export const untilMarkIsSeen = () => seen

/**
 * Marks the page from the press that will change the address, or from the change, until the next page is drawn and
 * none of its first requests is under way; `style/base.css` draws a line if that takes a moment. Outdated figures are
 * marked by themselves, but only once the next state is rendered, and on a slow device, or while a page's script
 * loads, that alone takes longer than one waits without a sign.
 */
export function markUnderWay(router: AnyRouter, client: QueryClient): void {
  const { dataset } = document.documentElement
  let isDrawn = true
  let isPressed = false
  const unmarkAtRest = () => {
    if (dataset.underWay === undefined || !isDrawn || isPressed) return
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
  markPresses(client, {
    begin() {
      isPressed = true
      dataset.underWay = ''
    },
    end() {
      isPressed = false
      unmarkAtRest()
    },
  })
}

/** How long after the release of a button its click may come. */
const clickFollowsMs = 100

/**
 * On a busy device there is a tenth of a second or more between pressing a button and its click, so the press already
 * marks the page if it will lead on: it is on a link, or has caused a request. Not for touches, which may begin to
 * scroll.
 */
function markPresses(client: QueryClient, { begin, end }: { begin(): void; end(): void }): void {
  let asked = 0
  let ending: ReturnType<typeof setTimeout> | undefined
  addEventListener('pointerdown', () => (asked = client.isFetching()), { capture: true })
  addEventListener('pointerdown', ({ target, button, pointerType }) => {
    if (button !== 0 || pointerType !== 'mouse') return
    const isLink = (target as Element).closest('a[href^="/"]:not([target])') !== null
    if (!isLink && client.isFetching() <= asked) return
    // A quick second press must not end with the release of the first.
    clearTimeout(ending)
    begin()
  })
  for (const release of ['pointerup', 'pointercancel']) {
    addEventListener(release, () => {
      clearTimeout(ending)
      ending = setTimeout(end, clickFollowsMs)
    })
  }
}

/** At most so long waits a page for its frame: one that is covered by other windows is drawn seldom or never. */
const longestFrameMs = 200

function nextPaint(): Promise<void> {
  if (document.hidden) return Promise.resolve()
  return new Promise((resolve) => {
    // What is called for a frame runs before it is painted; a task from there runs after it.
    requestAnimationFrame(() => setTimeout(resolve))
    setTimeout(resolve, longestFrameMs)
  })
}
