// The element picker. The server serves it only with a token that an admin of the site created within the hour. It
// reads the page, never the dashboard: the picked element is only posted to the dashboard's origin, or copied by
// hand.
import { pickBar } from './pick-bar.ts'
import { matches, selectorOf } from './selector.ts'

/** Loaded again, as after each page view of a single-page app, it already exists. */
const marker = 'tributary-picker'
if (!document.querySelector(marker)) start()

/** A browser that opted out was opened with counting on, only for the picker: that ends here. */
function optOutAgain(): void {
  const address = location.href.replace('tributary_ignore=0&', '')
  if (address === location.href) return
  history.replaceState(history.state, '', address)
  localStorage.tributary_ignore = '1'
}

function start(): void {
  optOutAgain()
  const opener = window.opener as Window | null
  const bar = pickBar(marker, opener !== null, {
    use: () => send({ tributary: 'picked', selector, matches: matches(selector) }),
    wider,
    close: stop,
  })
  let element: Element | undefined
  let selector = ''
  let isChosen = false
  const listeners: [string, (event: Event) => void][] = [
    ['pointerover', ({ target }) => isChosen || show(target)],
    ['focusin', ({ target }) => isChosen || show(target)],
    ['click', choose],
    // The page's own handlers of these would run as well, or lead away from it.
    ...['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'auxclick', 'submit'].map(
      (type): [string, (event: Event) => void] => [type, hold],
    ),
    ['keydown', (event) => onKey(event as KeyboardEvent)],
    ['scroll', () => bar.outline(element)],
    ['resize', () => bar.outline(element)],
  ]
  for (const [type, act] of listeners) addEventListener(type, act, true)
  send({ tributary: 'ready' })

  function send(message: object): void {
    opener?.postMessage(message, pick.origin)
    if ('selector' in message) window.close()
  }

  function hold(event: Event): void {
    if (bar.isOwn(event)) return
    event.preventDefault()
    event.stopImmediatePropagation()
  }

  function choose(event: Event): void {
    if (bar.isOwn(event)) return
    hold(event)
    isChosen = true
    show(event.target)
    bar.focus()
  }

  function show(target: EventTarget | null): void {
    if (!(target instanceof Element) || target.localName === marker) return
    // A click on a word in a button means the button.
    element = target.closest('a, button, form input, form, [role=button], summary, label') ?? target
    selector = selectorOf(element)
    bar.show(element, { selector, count: matches(selector), isChosen })
  }

  function wider(): void {
    const outer = element?.parentElement
    if (!outer || outer === document.body) return
    isChosen = true
    element = outer
    selector = selectorOf(outer)
    bar.show(outer, { selector, count: matches(selector), isChosen })
  }

  function onKey(event: KeyboardEvent): void {
    if (event.key === 'Escape') stop()
    else if (event.key === 'ArrowUp' && element) {
      event.preventDefault()
      wider()
    } else if (event.key === 'Enter' && !bar.isOwn(event)) choose(event)
  }

  function stop(): void {
    for (const [type, act] of listeners) removeEventListener(type, act, true)
    bar.remove()
    window.close()
  }
}
