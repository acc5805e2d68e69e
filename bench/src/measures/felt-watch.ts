/** The result of one click, in milliseconds since the pointer went down. */
export interface Felt {
  /** The first figure of the new question was painted. */
  first: number
  /** Every figure within the window was painted. */
  all: number
  /** When something within the window showed that an answer is pending; undefined if nothing did. */
  waitShown: number | undefined
  /** Requests to the server, and when the last of them was answered. */
  requests: number
  answered: number
  /** Layout shift, as browsers add it up, including within half a second of the click. */
  shift: number
  /** The largest of these shifts, with a description to find it. */
  moved: string
}

/** A click counts as answered after nothing has changed for this long. */
const restMs = 600

/**
 * Runs in the page before anything of it. `felt.arm()` has the next press of the pointer measured; `felt.result` is
 * there once everything rests.
 */
export const watchClicks = `(() => {
  const felt = (window.felt = { result: undefined, arm })
  let click
  function arm() {
    felt.result = undefined
    click = undefined
    addEventListener('pointerdown', begin, { capture: true, once: true })
  }
  const isSeen = (element) => {
    const { top, bottom, left, right, width, height } = element.getBoundingClientRect()
    return width > 0 && height > 0 && bottom > 0 && top < innerHeight && right > 0 && left < innerWidth
  }
  // The browser's compositor moves the line at the top: once its mark was painted, it becomes visible after its
  // delay whatever occupies the page's thread until the mark is removed.
  const lineDelay = () => document.getAnimations()
    .find(({ effect }) => effect.target === document.documentElement && effect.pseudoElement === '::before')
    ?.effect.getTiming().delay
  const lookAtLine = (one, now) => {
    if (one.lineFrom !== undefined && (one.lineUntil ?? now) >= one.lineFrom) one.waitShown ??= one.lineFrom
    const delay = lineDelay()
    if (delay === undefined) one.lineFrom = undefined
    else one.lineFrom ??= now + delay
  }
  new MutationObserver(() => {
    const isMarked = document.documentElement.hasAttribute('data-under-way')
    if (click) click.lineUntil = isMarked ? undefined : performance.now() - click.start
  }).observe(document, { subtree: true, attributeFilter: ['data-under-way'] })
  // A skeleton is visible at once; the line above stale figures after its delay.
  const showsWaiting = (element) => element.hasAttribute('data-waiting') || element
    .getAnimations({ subtree: true })
    .some(({ effect, currentTime }) =>
      effect.pseudoElement === '::before' && currentTime >= effect.getTiming().delay)

  function begin({ timeStamp }) {
    const one = (click = {
      start: timeStamp, first: 0, all: 0, waitShown: undefined, changed: 0, pending: 0, requests: 0,
      answered: 0, shift: 0, moved: '', most: 0,
    })
    const look = () => {
      if (click !== one || felt.result) return
      const now = performance.now() - one.start
      const waiting = [...document.querySelectorAll('[data-stale], [data-waiting]')].filter(isSeen)
      if (waiting.length > 0) one.all = one.changed = now
      // Also at the top of the window, until what is below it has come, too.
      lookAtLine(one, now)
      if (waiting.some(showsWaiting)) one.waitShown ??= now
      const rests = one.pending === 0 && now - Math.max(one.changed, one.answered) > ${restMs}
      if (!rests) return requestAnimationFrame(look)
      const { first, all, waitShown, requests, answered, shift, moved } = one
      felt.result = { first: first || all, all: all || first, waitShown, requests, answered, shift, moved }
    }
    requestAnimationFrame(look)
  }

  // A figure that changed is on the screen with the next frame.
  new MutationObserver((changes) => {
    const one = click
    if (!one || felt.result) return
    const isFigure = ({ target, addedNodes }) => {
      const element = target.nodeType === 3 ? target.parentElement : target
      if (!element?.closest('main, [role=dialog]') || element.closest('search, [role=tablist], time')) return false
      const nodes = target.nodeType === 3 ? [target] : [...addedNodes]
      return nodes.some((node) => /\\d/.test(node.textContent)) && isSeen(element)
    }
    if (!changes.some(isFigure)) return
    one.changed = performance.now() - one.start
    requestAnimationFrame(() => {
      const now = performance.now() - one.start
      one.first ||= now
      one.all = Math.max(one.all, now)
    })
  }).observe(document, { subtree: true, childList: true, characterData: true })

  const fetchOfPage = window.fetch
  window.fetch = async (...given) => {
    const one = click
    const url = String(given[0]?.url ?? given[0])
    if (!one || felt.result || !url.includes('/api/') || url.includes('live')) return fetchOfPage(...given)
    one.requests++
    one.pending++
    try {
      return await fetchOfPage(...given)
    } finally {
      one.pending--
      one.answered = performance.now() - one.start
    }
  }

  new PerformanceObserver((list) => {
    for (const { value, startTime, sources } of list.getEntries()) {
      if (!click || startTime < click.start) continue
      click.shift += value
      if (value <= click.most) continue
      click.most = value
      click.moved = sources.map(({ node, previousRect: from, currentRect: to }) =>
        [node?.className || node?.nodeName, from.y + ' to ' + to.y].join(' ')).join(', ')
    }
  }).observe({ type: 'layout-shift', buffered: true })
})()`
