import { settings } from './settings.ts'

const secure = /^https/.test(location.href) ? ';secure' : ''

// Where cookies are refused, the ids live as long as the page.
const refused: Record<string, string> = {}

/**
 * The ids of a hit; the ones given become those of a browser that has none. Both cookies are renewed, for
 * a year and for 30 minutes (in seconds): the visit continues 30 minutes from now.
 */
export function currentIds(visitorId?: string, sessionId?: string): Record<string, string> {
  // Cookieless: the server tells visitors apart, for a day at most.
  if ('cookieless' in settings) return {}
  return {
    visitorId: renew('tributary_visitor_id', 31_536_000, visitorId),
    sessionId: renew('tributary_session_id', 1_800, sessionId),
  }
}

/** Sets the cookie on the widest domain that takes it, so that sub-domains share a visitor. */
function renew(name: string, seconds: number, given?: string): string {
  const read = () => new RegExp(`\\b${name}=([\\w-]+)`).exec(document.cookie)?.[1]
  const id = read() ?? given ?? refused[name] ?? random() + random()
  const write = (domain: string) => {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in older browsers.
    document.cookie = `${name}=${id};path=/;max-age=${seconds};samesite=lax${secure}${domain}`
    return read() === id
  }
  const labels = location.hostname.split('.')
  if (!labels.some((_, i) => i && write(`;domain=${labels.slice(~i).join('.')}`)) && !write('')) {
    refused[name] = id
  }
  return id
}

// Not crypto.randomUUID: pages served over plain http have none. An id need not be unguessable.
function random(): string {
  return Math.random().toString(36).slice(2)
}
