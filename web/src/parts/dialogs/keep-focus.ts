/** Elements that may take the focus: a field would open a phone's keyboard as well. */
const stops = 'a[href], button:not(:disabled), [tabindex="0"]'
/** Menus and dialogs restore the focus themselves when they close. */
const patienceMs = 80

/** The focused element, and the tab stops around it, the next ones first. */
interface Place {
  of: Element
  others: Element[]
}

/**
 * Keeps focus when the focused element is removed: with its row, with its list, or with the whole page. The next
 * focusable element that is left gets it, or the content of the new page. Browsers would leave it to the body, where
 * no key does anything and screen readers say nothing.
 */
export function keepFocus(): void {
  let place: Place | undefined
  const isLost = () =>
    place !== undefined && !place.of.isConnected && document.activeElement === document.body
  const mend = () => {
    if (!isLost()) return
    const next = place?.others.find((one) => one.isConnected && one.getClientRects().length > 0)
    const heir = next ?? document.getElementById('content')
    if (heir instanceof HTMLElement) heir.focus({ preventScroll: true })
  }
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof Element) place = { of: target, others: stopsAround(target) }
  })
  // Somebody who clicks elsewhere has moved the focus themselves.
  document.addEventListener('pointerdown', () => {
    place = undefined
  })
  new MutationObserver(() => {
    if (isLost()) setTimeout(mend, patienceMs)
  }).observe(document.body, { childList: true, subtree: true })
}

function stopsAround(target: Element): Element[] {
  const all = [...document.querySelectorAll(stops)]
  const isAfter = (one: Element) =>
    (target.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
  const before = all.filter((one) => one !== target && !isAfter(one))
  return [...all.filter(isAfter), ...before.reverse()]
}
