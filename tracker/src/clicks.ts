import { sendGoal } from './goals.ts'
import { decorate } from './hand-over.ts'

const download = /\.(pdf|zip|dmg|exe|msi|pkg|deb|rpm|gz|7z|rar|csv|(xls|doc|ppt)x?|epub|mp[34])$/i

/**
 * Clicks and submits of the whole page: goals by attribute, outbound links, downloads, links to the owner's other
 * domains. A form with `data-goal` reaches it when it is submitted, anything else when it is clicked.
 */
export function onAct({ type, target, button }: Event & { button?: number }): void {
  // A right click opens a menu, nothing more.
  if (button === 2) return
  // The document and the window, which pages may dispatch events to, have no `closest`.
  const element = target as Partial<Element>
  const marked = element.closest?.<HTMLElement>('[data-goal]')
  if (marked && marked.matches('form') === (type === 'submit')) {
    // `data-goal="signup" data-goal-value="9.5" data-goal-plan="pro"`: value, and the rest as properties.
    const options: Record<string, unknown> = {}
    const data = marked.dataset
    for (const key in data) if (/^goal./.test(key)) options[key.slice(4).toLowerCase()] = data[key]
    sendGoal(data.goal, options)
  }

  const link = element.closest?.<HTMLAnchorElement>('a[href]')
  if (link?.host) {
    const properties = { url: link.origin + link.pathname }
    if (download.test(link.pathname)) sendGoal('download', properties)
    else if (link.host !== location.host) {
      decorate(link)
      sendGoal('outbound-link', properties)
    }
  }
}
