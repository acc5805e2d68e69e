import type { QueryClient } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'

/** When the mark of the latest change of the address becomes visible. */
let seen = Promise.resolve()

/**
 * Resolves once the mark is visible. A page is rendered in one piece, so without this the line would begin when the
 * page is there, which on a slow device is too late.
 */
export const untilMarkIsSeen = () => seen

/**
 * Marks the page from the press that will change the address, or from the change, until the next page is rendered
 * and none of its first requests is pending; `style/base.css` draws a line if that takes a moment. Outdated figures
 * are marked by themselves, but only once the next state is rendered, and on a slow device, or while a page's script
 * loads, that alone takes too long without a sign.
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
    // Rendered components send their requests in effects, some of which run after this.
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
 * On a busy device there is a tenth of a second or more between pressing a button and its click, so the press
 * already marks the page if it will lead on: it is on a link, or has caused a request. Not for touches, which may
 * begin to scroll.
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

/** The longest that a page waits for its frame: a window covered by others is rendered seldom or never. */
const longestFrameMs = 200

function nextPaint(): Promise<void> {
  if (document.hidden) return Promise.resolve()
  return new Promise((resolve) => {
    // Callbacks for a frame run before it is painted; a task from there runs after it.
    requestAnimationFrame(() => setTimeout(resolve))
    setTimeout(resolve, longestFrameMs)
  })
}
