import { settings } from './settings.ts'

let domain: string | undefined

/** Ids that are not in cookies: from a link, or held by the page if cookies are refused. */
export const spareIds: Record<string, string | undefined> = {}

/**
 * The ids of a hit. Both cookies are renewed, for a year and for 30 minutes (in seconds): the visit continues 30
 * minutes from now.
 */
export function currentIds(): Record<string, string> {
  // Cookieless: the server distinguishes visitors, for a day at most.
  if ('cookieless' in settings) return {}
  return { visitorId: renew('visitor', 31_536_000), sessionId: renew('session', 1_800) }
}

function renew(kind: string, seconds: number): string {
  const name = `tributary_${kind}_id`
  const id =
    document.cookie.match(`${name}=([\\w-]+)`)?.[1] ||
    spareIds[kind] ||
    // Not crypto.randomUUID: pages served over plain http have none. An id need not be unguessable.
    `${Math.random()}`.slice(2) + Date.now()
  // The widest domain that accepts cookies, so that subdomains share a visitor. Tested with a separate cookie that
  // expires in a second: an existing id would not show whether it was written again.
  const isFound =
    domain ??
    location.hostname.split('.').some((_, i, labels) => {
      domain = labels.slice(~i).join('.')
      return write('tributary', Date.now(), 1)
    })
  if (!isFound) domain = ''
  spareIds[kind] = write(name, id, seconds) ? '' : id
  return id
}

function write(name: string, id: string | number, seconds: number): boolean {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in older browsers.
  document.cookie = `${name}=${id};path=/;max-age=${seconds};samesite=lax${location.protocol[5] ? ';secure' : ''};domain=${domain}`
  return document.cookie.includes(`${name}=${id}`)
}
