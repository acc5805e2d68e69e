import type { HitInput } from '@tributary/contract/hit.ts'
import { boundedCache } from '../bounded-cache.ts'
import type { Site } from '../site.ts'
import { type Command, command } from '../store/control/command.ts'
import type { ControlStore } from '../store/control/control-store.ts'
import type { Secrets } from '../store/control/secrets.ts'
import { hourMs } from '../time/durations.ts'
import { hashEmail, isEmail } from './email-hash.ts'
import { visitorsReachedBy } from './find-person.ts'
import { type Identity, saveIdentity } from './identity-rows.ts'
import { vetClaims } from './vet-claims.ts'

/** An identify by a page or a server. Blank values are ignored. */
export interface Identify {
  visitorId: string
  userId?: string | undefined
  email?: string | undefined
  /** `server` for claims that the site's server sent or signed; `client` for the rest, which anybody can forge. */
  origin: 'client' | 'server'
}

/** Keeps who is who. */
export interface Identities {
  /**
   * On disk when it resolves. E-mail addresses only count on sites with user identification on, and
   * only as a hash. Returns what was stored.
   */
  record(site: Site, identify: Identify): Promise<{ email: boolean; userId: boolean }>
  /** Separates a browser's signed claims from the others, or returns why its identify does not count. */
  vet(site: Site, input: HitInput): ReturnType<typeof vetClaims>
  /** After a visitor's erasure: repeated claims count as new. */
  forget(siteId: string, visitorId: string): void
  forgetSite(siteId: string): void
}

/** An identify that a page repeats with every view is stored again only after this long. */
const repeatAfterMs = hourMs
const rememberedIdentities = 20_000

/** Makes payments due for linking, in the transaction that stores the change. */
interface DueLinking {
  ofEmail(db: ControlStore['db'], siteId: string, emailHash: string): Promise<void>
  ofVisitors(db: ControlStore['db'], siteId: string, visitorIds: readonly string[]): Promise<void>
}

interface IdentitiesOptions {
  control: ControlStore
  secrets: Secrets
  now(): number
  saveIdentity: SaveIdentity
  /** Called when payments may now be linked to a visitor. */
  onIdentified(): void
}

/** Opens the identities. */
export function openIdentities(options: IdentitiesOptions): Identities {
  const written = boundedCache<string, number>(rememberedIdentities)
  return {
    async record(site, identify) {
      const nowMs = options.now()
      const identities = identitiesOf(options.secrets, site, identify)
      for (const identity of identities) {
        const key = JSON.stringify(Object.values(identity))
        if (nowMs - (written.get(key) ?? Number.NEGATIVE_INFINITY) < repeatAfterMs) continue
        const isNews = await options.control.run(options.saveIdentity, { identity, nowMs })
        written.set(key, nowMs)
        if (isNews) options.onIdentified()
      }
      const stored = new Set(identities.map((identity) => identity.kind))
      return { email: stored.has('email'), userId: stored.has('user') }
    },
    vet: (site, input) => vetClaims(options.secrets, site, input),
    forget(siteId, visitorId) {
      for (const key of written.keys()) {
        const [ofSite, ofVisitor] = JSON.parse(key) as string[]
        if (ofSite === siteId && ofVisitor === visitorId) written.delete(key)
      }
    },
    forgetSite(siteId) {
      for (const key of written.keys()) {
        if ((JSON.parse(key) as string[])[0] === siteId) written.delete(key)
      }
    },
  }
}

function identitiesOf(secrets: Secrets, site: Site, identify: Identify): Identity[] {
  const { visitorId, origin } = identify
  const email = identify.email?.trim() ?? ''
  const userId = identify.userId?.trim() ?? ''
  const shared = { siteId: site.id, visitorId, origin }
  const identities: Identity[] = []
  if (site.identification && isEmail(email)) {
    identities.push({ ...shared, kind: 'email', value: hashEmail(secrets, site.id, email) })
  }
  if (userId !== '') identities.push({ ...shared, kind: 'user', value: userId })
  return identities
}

type SaveIdentity = Command<{ identity: Identity; nowMs: number }, boolean>

/**
 * Stores an identity and, in the same transaction, makes the payments of its address due for linking. Returns
 * whether it was new.
 */
export function saveIdentityCommand(dueLinking: DueLinking): SaveIdentity {
  return command('save-identity', async (db, { identity, nowMs }) => {
    const isNews = await saveIdentity(db, identity, nowMs)
    if (!isNews) return false
    await makePaymentsDue(db, dueLinking, identity)
    return true
  })
}

/** Makes the payments due whose visitor or path a new identity may change. */
export async function makePaymentsDue(
  db: ControlStore['db'],
  { ofEmail, ofVisitors }: DueLinking,
  identity: Identity,
): Promise<void> {
  const { siteId, kind, value, origin } = identity
  if (kind === 'email') await ofEmail(db, siteId, value)
  // Another device of a payer lengthens the path of payments linked by ids, on any of their devices.
  if (origin === 'server') await ofVisitors(db, siteId, await visitorsReachedBy(db, identity))
}
