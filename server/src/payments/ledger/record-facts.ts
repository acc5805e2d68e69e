import { randomBase62 } from '../../base62.ts'
import type { ControlStore } from '../../store/control/control-store.ts'
import { paymentEntries } from '../delivery/payment-entries.ts'
import { makeLinkingDue } from '../rows/link-rows.ts'
import type { Payment } from '../rows/payment.ts'
import { addFact, findKnownFacts, listFacts } from '../rows/payment-facts.ts'
import { findMergedInto, mergePayments } from '../rows/payment-merges.ts'
import { listRefunds } from '../rows/payment-parts.ts'
import { claimAliases, lockPayment, moveAliases } from '../rows/payment-rows.ts'
import { type KnownFact, type Ledger, toKnownFact, withoutPerson } from './known-fact.ts'
import type { MoneyFact } from './money-fact.ts'
import { settlePayment, type Unsettled } from './settle-payment.ts'

type Db = ControlStore['db']

export interface FactSource {
  /** Who tells: `api`, or `webhook:` and the provider. */
  source: string
  nowMs: number
  /** The handle of the caller's transaction, for what must be stored together with the facts or not at all. */
  db?: Db
}

/**
 * Takes facts about money into the ledger; they are on disk when this resolves, or when the caller's
 * own transaction is. Facts may come in any order, late and repeated: the ledger they give is the
 * same. Answers the id of the payment that each is about, which for a refund that comes before its
 * payment is the id that the payment will have.
 */
export async function recordFacts(
  ledger: Ledger,
  siteId: string,
  facts: readonly MoneyFact[],
  source: FactSource,
): Promise<string[]> {
  const known = facts.map((fact) => ({
    provider: fact.provider,
    ...toKnownFact(ledger, siteId, fact, source),
  }))
  if (known.length === 0) return []
  const { db } = source
  if (db !== undefined) return recordAll(db, siteId, known)
  // Most repeats bring nothing new; they are answered without a transaction.
  const ids = await findRepeated(ledger.control.db, siteId, known)
  if (ids !== undefined) {
    for (const id of new Set(ids)) await makeLinkingDue(ledger.control.db, id, source.nowMs)
    return ids
  }
  return ledger.control.transaction((handle) => recordAll(handle, siteId, known))
}

type Telltale = KnownFact & { provider: string }

/** The payments of facts that are all known already. */
async function findRepeated(
  db: Db,
  siteId: string,
  facts: readonly Telltale[],
): Promise<string[] | undefined> {
  const keys = facts.map((fact) => fact.key)
  const known = await findKnownFacts(db, siteId, keys)
  const ids = keys.flatMap((key) => known.get(key) ?? [])
  return ids.length === keys.length ? ids : undefined
}

/** Payments that got facts, by id; settled once all are in. */
type Touched = Map<string, Omit<Unsettled, 'facts'>>

async function recordAll(db: Db, siteId: string, facts: readonly Telltale[]): Promise<string[]> {
  const touched: Touched = new Map()
  const ids: string[] = []
  for (const fact of facts) ids.push(await recordFact(db, { siteId, touched }, fact))
  for (const unsettled of touched.values()) {
    // The rows hold what `toKnownFact` made.
    const all = (await listFacts(db, unsettled.paymentId)) as KnownFact[]
    await settlePayment(db, { ...unsettled, facts: all })
  }
  if (facts.length === 1) return ids
  // A later fact may have shown that two of these are one payment.
  for (const [index, id] of ids.entries()) ids[index] = (await findMergedInto(db, siteId, id)) ?? id
  return ids
}

/** Keeps a fact under its payment, which it may make, or make one with another. */
async function recordFact(
  db: Db,
  { siteId, touched }: { siteId: string; touched: Touched },
  fact: Telltale,
): Promise<string> {
  const { provider, source, receivedMs: nowMs } = fact
  const newId = `pay_${randomBase62(20)}`
  const place = { siteId, provider, ids: [...new Set(fact.money.ids)] }
  const { claimed, owners } = await claimAliases(db, place, newId)
  // A repeat must not lock: of many at once all but one would be refused and run again.
  if (claimed.length === 0) {
    const repeated = (await findKnownFacts(db, siteId, [fact.key])).get(fact.key)
    if (repeated !== undefined && owners.length === 1) {
      await makeLinkingDue(db, repeated, nowMs)
      return repeated
    }
  }
  const known = touched.get(owners[0] ?? '')
  const joined =
    owners.length === 1 && known !== undefined
      ? { paymentId: known.paymentId, current: known.current, merged: [] }
      : await joinPayments(db, siteId, owners, newId)
  const { paymentId, current, merged } = joined
  if (paymentId !== newId && claimed.length > 0) await moveAliases(db, newId, paymentId)

  const isErased = [current, ...merged].some((payment) => payment?.erasedMs != null)
  const sequence = owners.length === 0 ? 1 : (await listFacts(db, paymentId)).length + 1
  const numbered = { ...(isErased ? withoutPerson(fact) : fact), sequence }
  await addFact(db, { siteId, paymentId }, numbered)
  const earlier = [paymentId, ...owners].flatMap((id) => touched.get(id) ?? [])
  for (const id of owners) touched.delete(id)
  touched.set(paymentId, {
    ...{ siteId, paymentId, provider, source, nowMs, current },
    merged: [...new Set([...earlier.flatMap((one) => one.merged), ...merged])],
    newIds: [...new Set([...earlier.flatMap((one) => one.newIds), ...claimed])],
  })
  return paymentId
}

interface Joined {
  paymentId: string
  current: Payment | undefined
  /** Payments that turned out to be this one. */
  merged: Payment[]
}

/**
 * Makes one of what turned out to be one payment. The one that was recorded first keeps its id; where
 * there is none, it is a new one.
 */
export async function joinPayments(
  db: Db,
  siteId: string,
  candidates: readonly string[],
  newId: string,
): Promise<Joined> {
  const found: { id: string; payment: Payment | undefined }[] = []
  // In one order, so that two transactions do not wait for each other.
  for (const id of candidates.toSorted()) found.push({ id, payment: await lockPayment(db, id) })
  const sinceMs = ({ payment }: (typeof found)[number]) =>
    payment?.receivedMs ?? Number.MAX_SAFE_INTEGER
  const [oldest, ...others] = found.sort(
    (a, b) => sinceMs(a) - sinceMs(b) || (a.id < b.id ? -1 : 1),
  )
  if (oldest === undefined) return { paymentId: newId, current: undefined, merged: [] }
  for (const { id, payment } of others) {
    const refunds = payment && (await listRefunds(db, [id])).get(id)
    await mergePayments(db, oldest.id, {
      oldId: id,
      siteId,
      entryIds: payment ? paymentEntries(payment, refunds ?? []).map((entry) => entry.entryId) : [],
      revision: (payment?.revision ?? 0) + 1,
    })
  }
  return {
    paymentId: oldest.id,
    current: oldest.payment,
    merged: others.flatMap(({ payment }) => payment ?? []),
  }
}
