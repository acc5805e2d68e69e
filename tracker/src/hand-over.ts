import { currentIds, spareIds } from './ids.ts'
import { settings } from './settings.ts'

/** Whether a host is one of the owner's other domains, or a subdomain of one. */
const isListed = (host?: string) =>
  settings.domains?.split(',').some((name) => `.${host}`.endsWith(`.${name}`))

/** Adds the ids to a link to another of the owner's domains. */
export function decorate(link: HTMLAnchorElement): void {
  const ids = isListed(link.hostname) ? Object.values(currentIds()) : []
  if (ids[1]) link.search += `&_trb=${[...ids, Date.now()].join('.')}`
}

/**
 * Removes the ids from the address that this page was opened with. Anybody can create such a link, so they are only
 * adopted when the browser comes from a listed domain, and never replace existing ids.
 */
export function adoptFromAddress(): void {
  const [brought, ids] = location.href.match(/[?&]+_trb=([\w.-]+)/) ?? []
  if (!brought) return
  const [visitorId, sessionId, time] = (ids as string).split('.')
  history.replaceState(history.state, '', location.href.replace(brought, ''))
  // A shared link must not make strangers one visitor, so the ids in it are valid for two minutes. The subtraction
  // converts the text to a number, without an extra byte for a sign.
  const ageMs = Math.abs(Date.now() - (time as never))
  if (ageMs < 120_000 && isListed(document.referrer.split(/[/:]+/)[1])) {
    spareIds.visitor = visitorId
    spareIds.session = sessionId
  }
}
