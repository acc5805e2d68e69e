import { type Identity, saveIdentity } from '../identities/identity-rows.ts'
import { makePaymentsDue } from '../identities/record-identify.ts'
import { type Recording, recordAll } from '../payments/ledger/record-facts.ts'
import { linkingDue } from '../payments/rows/link-rows.ts'
import { command } from '../store/control/command.ts'
import { noteAdditions } from './rows/additions.ts'

/** Stores facts in the ledger and records which import brought them. */
export const recordImportedFacts = command(
  'record-imported-facts',
  async (db, { importId, recordings }: { importId: string; recordings: readonly Recording[] }) => {
    for (const recording of recordings) await recordAll(db, recording)
    const keys = recordings.flatMap(({ facts }) => facts.map(({ key }) => key))
    await noteAdditions(
      db,
      importId,
      keys.map((key) => ({ kind: 'fact', key })),
    )
  },
)

/** An identity, and when it was first and last reported. */
interface ImportedIdentity extends Identity {
  firstSeenMs: number
  lastSeenMs: number
}

/** Stores identities, has payments of their people linked again, and records which import brought them. */
export const recordImportedIdentities = command(
  'record-imported-identities',
  async (
    db,
    { importId, identities }: { importId: string; identities: readonly ImportedIdentity[] },
  ) => {
    for (const { firstSeenMs, lastSeenMs, ...identity } of identities) {
      await saveIdentity(db, identity, firstSeenMs)
      await saveIdentity(db, identity, lastSeenMs)
      await makePaymentsDue(db, linkingDue, identity)
    }
    await noteAdditions(
      db,
      importId,
      identities.map((identity) => ({ kind: 'identity', key: keyOfIdentity(identity) })),
    )
  },
)

/** The text that records an identity. */
export function keyOfIdentity({
  visitorId,
  kind,
  value,
}: Pick<Identity, 'visitorId' | 'kind' | 'value'>): string {
  return JSON.stringify([visitorId, kind, value])
}

/** The identity that such a text records. */
export function identityOf(key: string): Pick<Identity, 'visitorId' | 'kind' | 'value'> {
  const [visitorId, kind, value] = JSON.parse(key) as [string, Identity['kind'], string]
  return { visitorId, kind, value }
}
