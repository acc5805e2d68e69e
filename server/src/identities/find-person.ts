import type { Site } from '../site.ts'
import type { ControlStore } from '../store/control/control-store.ts'
import {
  type Identity,
  type KnownIdentity,
  listIdentities,
  listIdentitiesOf,
} from './identity-rows.ts'
import { mostVisitors, sharedWithinMs, surestOf } from './surest-claims.ts'

/** The most devices of one person; more are test browsers. */
const mostDevices = 50
/** The most steps: from a phone to a laptop by the address, from there to a tablet by the user id, and so on. */
const mostSteps = 4

/** All visitors who are one person, and the claims that connect them. */
export interface Person {
  visitorIds: string[]
  identities: KnownIdentity[]
}

type PersonSite = Pick<Site, 'id' | 'identification' | 'requireSignedIdentify'>
/** Any handle of the control store. */
type Store = Pick<ControlStore, 'db'>

/**
 * The person behind a visitor: everybody with the same e-mail address or user id, and so on from each of them, so
 * that all devices of a person give the same result. An address that many visitors share connects none; without user
 * identification, addresses are ignored. If the site's server has vouched for a visitor with an address or user id,
 * browsers' claims to it are ignored: they may be forged. `onlyVouched` ignores all claims of browsers.
 */
export async function findPerson(
  control: Store,
  site: PersonSite,
  visitorId: string,
  { onlyVouched = site.requireSignedIdentify }: { onlyVouched?: boolean } = {},
): Promise<Person> {
  const known = new Set([visitorId])
  const looked = new Set<string>()
  for (let step = 0; step < mostSteps; step++) {
    const found = await identitiesOf(control, site, known)
    const fresh = found.filter((one) => !looked.has(nameOf(one)))
    if (fresh.length === 0 || known.size >= mostDevices) break
    for (const one of fresh) looked.add(nameOf(one))
    for (const visitors of await visitorsOf(control, site, fresh, onlyVouched)) {
      // A claim that does not count connects no visitors.
      if (!visitors.some((one) => known.has(one))) continue
      for (const other of visitors) if (known.size < mostDevices) known.add(other)
    }
  }
  return { visitorIds: [...known], identities: await identitiesOf(control, site, known) }
}

/**
 * The visitors whose person a vouched claim may change: everybody with the claim, who are separate persons once they
 * are too many, and all devices of the person.
 */
export async function visitorsReachedBy(
  db: Store['db'],
  { siteId, visitorId, kind, value }: Omit<Identity, 'origin'>,
): Promise<string[]> {
  const site = { id: siteId, identification: true, requireSignedIdentify: true }
  const claims = await listIdentities(db, siteId, kind, [value])
  const person = await findPerson({ db }, site, visitorId)
  return [...new Set([...claims.map((claim) => claim.visitorId), ...person.visitorIds])]
}

const nameOf = ({ kind, value }: Pick<KnownIdentity, 'kind' | 'value'>) => `${kind} ${value}`

async function identitiesOf(
  control: Store,
  site: PersonSite,
  visitorIds: ReadonlySet<string>,
): Promise<KnownIdentity[]> {
  const all = await listIdentitiesOf(control.db, site.id, [...visitorIds])
  return all.filter(({ kind }) => kind === 'user' || site.identification)
}

/** By address or user id, the visitors whose claim to it counts. */
async function visitorsOf(
  control: Store,
  site: PersonSite,
  identities: readonly KnownIdentity[],
  onlyVouched: boolean,
): Promise<string[][]> {
  const valuesOf = (kind: KnownIdentity['kind']) => [
    ...new Set(identities.flatMap((one) => (one.kind === kind ? one.value : []))),
  ]
  const [byEmail, byUser] = await Promise.all([
    listIdentities(control.db, site.id, 'email', valuesOf('email')),
    listIdentities(control.db, site.id, 'user', valuesOf('user')),
  ])
  return [...Map.groupBy([...byEmail, ...byUser], nameOf).values()]
    .map((rows) => surestOf(rows, onlyVouched))
    .filter((rows) => !isShared(rows))
    .map((rows) => rows.map((row) => row.visitorId))
}

/** As in linking payments: too many visitors with the same claim within 30 days. */
function isShared(rows: readonly { lastSeenMs: number }[]): boolean {
  const newestMs = Math.max(...rows.map(({ lastSeenMs }) => lastSeenMs))
  return (
    rows.filter(({ lastSeenMs }) => lastSeenMs > newestMs - sharedWithinMs).length > mostVisitors
  )
}
