import { getDomain } from 'tldts'
import { boundedCache, remembering } from '../bounded-cache.ts'
import { returnHosts } from '../data/return-hosts.ts'
import type { SourceKind } from '../data/source-list.ts'
import { HostTable, withoutServingPrefix } from './host-table.ts'
import { findSourceOfHost, findSourceOfName } from './known-sources.ts'
import { isLocalHost } from './own-host.ts'
import { longestPath, plainHost } from './page-address.ts'
import { withoutPersonalData } from './personal-data.ts'

/** A host's role for sessions: visitors only pass through `passing` ones (checkouts, logins). */
type HostRole = 'passing' | 'passing-or-referring' | 'referring' | 'local'

interface HostFacts {
  readonly source: string
  readonly kind: SourceKind | undefined
  readonly role: HostRole
}

/** A referrer with a host. */
export interface Referrer extends HostFacts {
  host: string
  /** The address without query and fragment. */
  url: string
  hasPath: boolean
}

const roles = new HostTable<HostRole>()
for (const entries of [...returnHosts.payment, ...returnHosts.login]) {
  for (const entry of entries.split(' ')) roles.add(entry, 'passing')
}
for (const entries of returnHosts.alsoRefer) {
  for (const entry of entries.split(' ')) roles.add(entry, 'passing-or-referring')
}

const schemes = ['https:', 'http:', 'android-app:']

// A few hosts refer most visitors, and finding where a public suffix begins costs more than everything else.
const known = boundedCache<string, HostFacts>(10_000)

/**
 * Reads a referrer. Undefined if it is absent, invalid or has an unusual scheme. Most visitors come from few pages,
 * so results are cached.
 */
export const readReferrer = remembering((text): Readonly<Referrer> | undefined => {
  if (text === '') return undefined
  const url = URL.parse(text)
  if (url === null || !schemes.includes(url.protocol)) return undefined
  const host = plainHost(url.hostname).toLowerCase()
  if (host === '') return undefined
  let facts = known.get(host)
  if (facts === undefined) {
    facts = factsOf(host, url.protocol === 'android-app:')
    known.set(host, facts)
  }
  const path = withoutPersonalData(url.pathname)
  const origin = `${url.protocol}//${url.host}`
  return {
    ...facts,
    host,
    url: path.length > longestPath ? `${origin}/` : origin + path,
    hasPath: path !== '/' && path !== '',
  }
})

/** The source that `ref` and similar parameters name. A known one has the same name as its referrer. */
export function sourceOfMention(name: string): string {
  return findSourceOfName(name) ?? sourceByName(name)
}

/** The source of a hand-written value, possibly a host or an address. */
export function sourceByName(name: string): string {
  if (!name.includes('.')) return name
  const address = /^[a-z][a-z+-]*:\/\//.test(name) ? name : `http://${name}`
  const host = URL.parse(address)?.hostname ?? ''
  // "v1.2 launch" is a name with a dot, not a host.
  if (host === '' || (!name.includes('://') && host !== name.replace(/\/$/, ''))) return name
  return findSourceOfHost(host)?.source ?? withoutServingPrefix(host)
}

function factsOf(host: string, isApp: boolean): HostFacts {
  const found = findSourceOfHost(host)
  const domain = isApp ? undefined : getDomain(host, { allowPrivateDomains: true })
  return {
    source: found?.source ?? domain ?? host,
    kind: found?.kind,
    role: isLocalHost(host) ? 'local' : (roles.find(host) ?? 'referring'),
  }
}
