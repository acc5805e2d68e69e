import { remembering } from '../bounded-cache.ts'
import { withoutPersonalData } from './personal-data.ts'
import { type LandingQuery, readQuery } from './read-query.ts'

/** The address of a page, parsed and cleaned. */
export interface PageAddress {
  /** Lower-case, without port; `''` when only a path was given. */
  host: string
  path: string
  query: Readonly<LandingQuery>
}

export const longestPath = 2048

// Most visitors with a query come from a few campaigns.
const queryOf = remembering(readQuery)

/** Parses a page's URL. Undefined if it is no http(s) address or its path is too long. */
export function readPageUrl(text: string): PageAddress | undefined {
  const url = URL.parse(text)
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return undefined
  const path = withoutPersonalData(url.pathname + fragmentRoute(url.hash))
  if (path.length > longestPath) return undefined
  return { host: plainHost(url.hostname), path, query: queryOf(url.search) }
}

/** Parses what a server reports as a path, with or without a query. */
export function readPagePath(text: string): PageAddress | undefined {
  // A base is needed to parse; no host can end in `.invalid`.
  const url = text.startsWith('/') && !text.startsWith('//') ? `http://path.invalid${text}` : ''
  const address = readPageUrl(url)
  return address && { ...address, host: '' }
}

/**
 * A host in the form in which hosts are compared: URL parsing has lower-cased it already, and the root's dot is
 * removed.
 */
export function plainHost(hostname: string): string {
  return hostname.endsWith('.') ? hostname.slice(0, -1) : hostname
}

/**
 * Older single-page apps have their route in the fragment (`#/cart`, `#!/cart`): there it is part of the path, up to
 * its own query. Any other fragment is a place on the page.
 */
function fragmentRoute(hash: string): string {
  if (!hash.startsWith('#/') && !hash.startsWith('#!/')) return ''
  const end = hash.indexOf('?')
  return end === -1 ? hash : hash.slice(0, end)
}
