import { AppError } from '../errors.ts'
import { hashEmail } from '../identities/email-hash.ts'
import { listIdentitiesOf } from '../identities/identity-rows.ts'
import { findPayment } from '../payments/ledger/find-payment.ts'
import { toKnownFact } from '../payments/ledger/known-fact.ts'
import { importSource } from '../payments/ledger/order-facts.ts'
import { recordingOf } from '../payments/ledger/record-facts.ts'
import { holdWithoutPerson } from '../payments/rows/erase-payments.ts'
import { findKnownFacts, listFacts } from '../payments/rows/payment-facts.ts'
import type { Site } from '../site.ts'
import type { ImportItem } from './import-item.ts'
import type { ImportStores } from './import-stores.ts'
import { keyOfIdentity, recordImportedFacts, recordImportedIdentities } from './record-imported.ts'
import { forgetAdditions, noteAdditions } from './rows/additions.ts'
import { addImportedDays, findImportedDays } from './rows/imported-day-rows.ts'

/** The import that stores it; none while a file is only checked. */
export interface Keeping {
  stores: ImportStores
  site: Site
  importId: string | undefined
}

export type ItemOf<Kind extends ImportItem['kind']> = Extract<ImportItem, { kind: Kind }>

/** Facts recorded in one transaction. */
const factsAtOnce = 50

/** Stores new facts in the ledger. Returns how many they were. */
export async function keepFacts(
  { stores, site, importId }: Keeping,
  items: readonly ItemOf<'payment'>[],
): Promise<number> {
  const { control, ledger } = stores
  const reported = items.map(({ payment }) => {
    const { fact, source, receivedMs, key } = payment
    const own = toKnownFact(ledger, site.id, fact, { source, nowMs: receivedMs }).key
    return { fact, source, receivedMs, keys: key === undefined ? [own] : [own, key], own }
  })
  const known = await findKnownFacts(
    control.db,
    site.id,
    reported.flatMap(({ keys }) => keys),
  )
  const seen = new Set<string>()
  const fresh: typeof reported = []
  for (const one of reported) {
    const isKnown = one.keys.some((key) => known.has(key) || seen.has(key))
    for (const key of one.keys) seen.add(key)
    if (!isKnown && !(await hasBetterSource(stores, site.id, one))) fresh.push(one)
  }
  if (importId === undefined) return fresh.length
  for (let start = 0; start < fresh.length; start += factsAtOnce) {
    const some = fresh.slice(start, start + factsAtOnce)
    const recordings = some.map(({ fact, source, receivedMs }) =>
      recordingOf(ledger, site.id, [fact], { source, nowMs: receivedMs }),
    )
    await control.run(recordImportedFacts, { importId, recordings })
  }
  return fresh.length
}

/** Another tool's report of a payment adds nothing if the ledger has it from a source closer to the money. */
async function hasBetterSource(
  { control }: ImportStores,
  siteId: string,
  { fact, source }: { fact: { provider: string; ids: readonly string[] }; source: string },
): Promise<boolean> {
  if (source !== importSource) return false
  for (const id of fact.ids) {
    const name = { provider: fact.provider, providerPaymentId: id }
    const payment = await findPayment({ control }, siteId, name)
    const facts = payment === undefined ? [] : await listFacts(control.db, payment.id)
    if (facts.some((known) => known.source !== importSource)) return true
  }
  return false
}

/** Stores new identities. Addresses only count where identification is on. */
export async function keepIdentities(
  { stores, site, importId }: Keeping,
  items: readonly ItemOf<'identity'>[],
): Promise<number> {
  const { control, secrets } = stores
  const named = items.flatMap(({ identity }) => {
    if (identity.kind === 'email' && !site.identification) return []
    const isAddress = identity.kind === 'email' && !identity.isHash
    const value = isAddress ? hashEmail(secrets, site.id, identity.value) : identity.value
    return [{ ...identity, value }]
  })
  const visitors = [...new Set(named.map(({ visitorId }) => visitorId))]
  const known = new Set((await listIdentitiesOf(control.db, site.id, visitors)).map(keyOfIdentity))
  const fresh = named.filter((identity) => {
    const key = keyOfIdentity(identity)
    const isKnown = known.has(key)
    known.add(key)
    return !isKnown
  })
  if (importId === undefined || fresh.length === 0) return fresh.length
  const identities = fresh.map(({ visitorId, kind, value, origin, firstSeenMs, lastSeenMs }) => ({
    ...{ siteId: site.id, visitorId, kind, value, origin, firstSeenMs, lastSeenMs },
  }))
  await control.run(recordImportedIdentities, { importId, identities })
  return fresh.length
}

/** Makes a link that a person had made, or returns why not. Returns whether it is new. */
export async function keepLink(
  { stores, site, importId }: Keeping,
  { link }: ItemOf<'link'>,
): Promise<boolean | { problem: string }> {
  const { control, payments } = stores
  const payment = await findPayment({ control }, site.id, link)
  const { visitorId, sessionId } = link
  const isThere =
    !link.isErased && payment?.link.method === 'manual' && payment.link.visitorId === visitorId
  if (isThere || payment?.erasedMs != null) return false
  if (importId === undefined) return true
  if (payment === undefined) {
    return { problem: `there is no payment ${link.providerPaymentId} of ${link.provider} to link` }
  }
  if (link.isErased) {
    await holdWithoutPerson(control, payment.id, stores.clock.now())
    return true
  }
  // Noted before it is made: when a run is interrupted in between, an undo still finds it.
  await noteAdditions(control.db, importId, [{ kind: 'link', key: payment.id }])
  try {
    await payments.linkByHand(site, payment.id, { accountId: importSource, visitorId, sessionId })
  } catch (error) {
    if (!(error instanceof AppError) || error.kind === 'unavailable') throw error
    await forgetAdditions(control.db, importId, 'link', [payment.id])
    return { problem: `the link was not made: ${error.message}` }
  }
  return true
}

/** Stores the days that no import has brought yet. Returns how many they were. */
export async function keepDays(
  { stores, site, importId }: Keeping,
  items: readonly ItemOf<'day'>[],
): Promise<number> {
  const days = items.map(({ day }) => day)
  if (importId !== undefined) {
    return addImportedDays(stores.control.db, { siteId: site.id, importId }, days)
  }
  const known = await findImportedDays(stores.control.db, site.id, days)
  return days.filter(({ dimension, day, value }) => !known.has(`${dimension} ${day} ${value}`))
    .length
}
