import { mostVisitors, sharedWithinMs } from '../../attribution/link-by-email.ts'
import type { Site } from '../../sites/site.ts'
import type { ControlStore } from '../../store/control/control-store.ts'
import {
  type KnownIdentity,
  listIdentities,
  listIdentitiesOf,
} from '../../store/control/identities/identity-rows.ts'

/** Devices of one person; more are somebody's test browsers. */
const mostDevices = 50
/** From a phone to a laptop by the address, from there to a tablet by the user id, and so on. */
const mostSteps = 4

/** All visitors who are one person, as somebody told, and what was told of them. */
export interface Person {
  visitorIds: string[]
  identities: KnownIdentity[]
}

/**
 * The person behind a visitor: everybody with the same e-mail address or user id, and so on from each of
 * them, so that it is the same person whichever device one asks about. An address that many visitors
 * share is nobody's own; without user identification addresses say nothing.
 */
export async function findPerson(
  control: ControlStore,
  site: Pick<Site, 'id' | 'identification'>,
  visitorId: string,
): Promise<Person> {
  const known = new Set([visitorId])
  const looked = new Set<string>()
  for (let step = 0; step < mostSteps; step++) {
    const found = await identitiesOf(control, site, known)
    const fresh = found.filter((one) => !looked.has(nameOf(one)))
    if (fresh.length === 0 || known.size >= mostDevices) break
    for (const one of fresh) looked.add(nameOf(one))
    for (const other of await visitorsOf(control, site, fresh)) {
      if (known.size < mostDevices) known.add(other)
    }
  }
  return { visitorIds: [...known], identities: await identitiesOf(control, site, known) }
}

const nameOf = ({ kind, value }: Pick<KnownIdentity, 'kind' | 'value'>) => `${kind} ${value}`

async function identitiesOf(
  control: ControlStore,
  site: Pick<Site, 'id' | 'identification'>,
  visitorIds: ReadonlySet<string>,
): Promise<KnownIdentity[]> {
  const all = await listIdentitiesOf(control.db, site.id, [...visitorIds])
  return all.filter(({ kind }) => kind === 'user' || site.identification)
}

async function visitorsOf(
  control: ControlStore,
  site: Pick<Site, 'id'>,
  identities: readonly KnownIdentity[],
): Promise<string[]> {
  const valuesOf = (kind: KnownIdentity['kind']) => [
    ...new Set(identities.flatMap((one) => (one.kind === kind ? one.value : []))),
  ]
  const [byEmail, byUser] = await Promise.all([
    listIdentities(control.db, site.id, 'email', valuesOf('email')),
    listIdentities(control.db, site.id, 'user', valuesOf('user')),
  ])
  return [...Map.groupBy([...byEmail, ...byUser], nameOf).values()]
    .filter((rows) => !isShared(rows))
    .flatMap((rows) => rows.map((row) => row.visitorId))
}

/** As when payments are linked: too many visitors with the same within 30 days. */
function isShared(rows: readonly { lastSeenMs: number }[]): boolean {
  const newestMs = Math.max(...rows.map(({ lastSeenMs }) => lastSeenMs))
  return (
    rows.filter(({ lastSeenMs }) => lastSeenMs > newestMs - sharedWithinMs).length > mostVisitors
  )
}
