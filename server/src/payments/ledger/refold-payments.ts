import { isDeepStrictEqual } from 'node:util'
import { providerName } from '../../data/provider-name.ts'
import { command } from '../../store/control/command.ts'
import type { ControlStore } from '../../store/control/control-store.ts'
import {
  listAliasesOf,
  listOutdatedPayments,
  listProviderNames,
  markFolded,
  releaseAlias,
  saveFactPerson,
} from '../rows/fold-rows.ts'
import type { Payment } from '../rows/payment.ts'
import { listFacts } from '../rows/payment-facts.ts'
import { listRefunds } from '../rows/payment-parts.ts'
import { claimAliases, lockPayment } from '../rows/payment-rows.ts'
import { foldFacts, foldVersion } from './fold-facts.ts'
import { joinPayments } from './join-payments.ts'
import type { KnownFact } from './known-fact.ts'
import { changedRefunds, settlePayments } from './settle-payment.ts'

type Db = ControlStore['db']

/**
 * Computes up to `most` payments again that an older version computed from their facts. Each has its own
 * transaction, so after a crash it continues where it was. Returns whether some are left.
 */
export async function refoldPayments(
  control: ControlStore,
  nowMs: number,
  most: number,
): Promise<boolean> {
  const ids = await listOutdatedPayments(control.db, foldVersion, most)
  const source = 'upgrade'
  for (const paymentId of ids) await control.run(refoldPayment, { paymentId, nowMs, source })
  return ids.length === most
}

/** Computes a payment again from its facts. Its history names the source. */
export const refoldPayment = command('refold-payment', refold)

async function refold(
  db: Db,
  { paymentId, nowMs, source }: { paymentId: string; nowMs: number; source: string },
): Promise<void> {
  const current = await lockPayment(db, paymentId)
  if (current === undefined) return
  const { siteId, provider } = current
  const facts: KnownFact[] = []
  // The rows hold what `toKnownFact` made.
  for (const fact of (await listFacts(db, paymentId)) as KnownFact[]) {
    facts.push(await withReference(db, siteId, fact))
  }
  if (await isSame(db, current, facts)) {
    // The first charge after a trial now inherits, which it did not before.
    const isLinkingDue = current.subscriptionId !== null && current.link.method !== 'manual'
    await markFolded(db, paymentId, { foldVersion, isLinkingDue })
    return
  }
  const unsettled = { siteId, paymentId, provider, source, nowMs, facts, current }
  await settlePayments(db, [{ ...unsettled, merged: [], newIds: [] }])
}

async function isSame(db: Db, current: Payment, facts: readonly KnownFact[]): Promise<boolean> {
  if (current.erasedMs !== null) return true
  const folded = foldFacts(current.provider, facts)
  if (folded === undefined) return true
  const before = { ...current }
  const reports = (await listRefunds(db, [current.id])).get(current.id) ?? []
  return (
    isDeepStrictEqual(before, { ...before, ...folded.payment }) &&
    changedRefunds(reports, folded.refunds).length === 0
  )
}

const visitorKeys = ['tributary_visitor_id', 'visitorId', 'visitor_id', 'datafast_visitor_id']

/**
 * Older versions took Stripe's `client_reference_id` for a visitor's id: any id that the metadata do not contain came
 * from there.
 */
async function withReference(db: Db, siteId: string, fact: KnownFact): Promise<KnownFact> {
  const { person, money } = fact
  const isSession = fact.source === 'webhook:stripe' && money.ids[0]?.startsWith('cs_') === true
  if (!isSession || person === null || person.visitorId === null) return fact
  const { metadata } = person
  if (metadata !== null && visitorKeys.some((key) => Object.hasOwn(metadata, key))) return fact
  const repaired = {
    ...{ ...person, visitorId: null, sessionId: null },
    referenceVisitorId: person.visitorId,
  }
  await saveFactPerson(db, { siteId, key: fact.key, person: repaired })
  return { ...fact, person: repaired }
}

const aliasesAtOnce = 100

/**
 * Merges payments that were reported under several spellings of a provider's name. Each id is moved in a transaction
 * of its own; a second run finds nothing left.
 */
export async function renameProviders(control: ControlStore, nowMs: number): Promise<void> {
  for (const { siteId, provider } of await listProviderNames(control.db)) {
    const name = providerName(provider)
    if (name === provider) continue
    for (;;) {
      const aliases = await listAliasesOf(control.db, { siteId, provider }, aliasesAtOnce)
      for (const { alias } of aliases) {
        const place = { siteId, provider, alias }
        await control.run(renameProvider, { place, name, nowMs })
      }
      if (aliases.length < aliasesAtOnce) break
    }
  }
}

interface Renaming {
  place: { siteId: string; provider: string; alias: string }
  name: string
  nowMs: number
}

export const renameProvider = command('rename-provider', rename)

async function rename(db: Db, { place, name, nowMs }: Renaming): Promise<void> {
  const { siteId, alias } = place
  const own = await releaseAlias(db, place)
  if (own === undefined) return
  const wanted = { alias, paymentId: own }
  const { owners } = await claimAliases(db, { siteId, provider: name }, [wanted])
  const candidates = { owners: [...new Set([own, ...owners.values()])], newId: own }
  for (const { paymentId, current, merged } of await joinPayments(db, siteId, [candidates])) {
    const facts = (await listFacts(db, paymentId)) as KnownFact[]
    const unsettled = {
      siteId,
      paymentId,
      provider: name,
      source: 'upgrade',
      nowMs,
      facts,
      current,
    }
    await settlePayments(db, [{ ...unsettled, merged, newIds: [] }])
  }
}
