import type { AnyRouter } from '@tanstack/react-router'

/**
 * Marks the page from a change of the address until what it leads to is drawn; `style/base.css` draws a line for it where
 * that takes a moment. What is stale says so itself, but only once the next state is rendered, and on a slow device, or
 * while a page's script loads, that alone takes longer than one waits without a sign.
 */
export function markUnderWay(router: AnyRouter): void {
  const { dataset } = document.documentElement
  router.subscribe('onBeforeNavigate', () => {
    dataset.underWay = ''
  })
  router.subscribe('onResolved', () => {
    delete dataset.underWay
  })
}
