import { currentIds } from './ids.ts'
import { settings } from './settings.ts'

/** A link that is passed on must not make strangers one visitor, so the ids in it age quickly. */
const lifeMs = 120_000

/** Carries the ids along on a link to another of the owner's domains. */
export function decorate(link: HTMLAnchorElement): void {
  const ids = Object.values(currentIds())
  if (
    settings.domains?.split(',').some((name) => `.${link.hostname}`.endsWith(`.${name}`)) &&
    ids[1]
  ) {
    link.search += `${link.search && '&'}_trb=${[...ids, Date.now()].join('.')}`
  }
}

/** Takes the ids off the address that this page was opened with. */
export function adoptFromAddress(): void {
  const [brought, visitorId, sessionId, time] =
    /[?&]_trb=([\w-]+)\.([\w-]+)\.(\d+)/.exec(location.search) ?? []
  if (!brought) return
  history.replaceState(history.state, '', location.href.replace(brought, ''))
  if (Math.abs(Date.now() - Number(time)) < lifeMs) currentIds(visitorId, sessionId)
}
