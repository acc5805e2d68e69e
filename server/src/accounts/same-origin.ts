/** The parts of a request that identify the page that sent it. */
export interface RequestOrigin {
  method: string
  secFetchSite: string | undefined
  origin: string | undefined
  host: string | undefined
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Whether a request with a session cookie may change anything: it must come from one of our own pages, not from
 * another site that makes the browser send the cookie along. Browsers that do not state their origin are refused,
 * and so are programs: they have API keys.
 */
export function isSameOrigin(request: RequestOrigin, publicUrl: string): boolean {
  if (safeMethods.has(request.method)) return true
  // Browsers send it to https and localhost, and no page can set it.
  if (request.secFetchSite !== undefined) {
    return request.secFetchSite === 'same-origin' || request.secFetchSite === 'none'
  }
  const { origin } = request
  if (origin === undefined || !URL.canParse(origin)) return false
  // In addition to the public address, the one the browser used: an installation may be reached at several.
  return origin === new URL(publicUrl).origin || new URL(origin).host === request.host
}
