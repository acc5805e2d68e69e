import { randomBase62 } from '../../base62.ts'
import { command } from '../../store/control/command.ts'
import type { ControlStore } from '../../store/control/control-store.ts'
import { makeLinkingDue } from '../rows/link-rows.ts'
import { addFacts, findKnownFacts, listFactsOf } from '../rows/payment-facts.ts'
import { claimAliases, moveAliases } from '../rows/payment-rows.ts'
import { type FactGroup, groupFacts } from './group-facts.ts'
import { type Joined, joinPayments } from './join-payments.ts'
import { type KnownFact, type Ledger, toKnownFact, withoutPerson } from './known-fact.ts'
import type { MoneyFact } from './money-fact.ts'
import { settlePayments } from './settle-payment.ts'

type Db = ControlStore['db']

export interface FactSource {
  /** The source: `api`, or `webhook:` and the provider. */
  source: string
  nowMs: number
}

/** Facts in the ledger's form, ready to be recorded. */
export interface Recording extends FactSource {
  siteId: string
  facts: readonly ProviderFact[]
}

type ProviderFact = KnownFact & { provider: string }

/** Facts of one source, with personal data encrypted. */
export function recordingOf(
  ledger: Pick<Ledger, 'secrets' | 'erasedMs'>,
  siteId: string,
  facts: readonly MoneyFact[],
  { source, nowMs }: FactSource,
): Recording {
  const known = facts.map((fact) => ({
    provider: fact.provider,
    ...toKnownFact(ledger, siteId, fact, { source, nowMs }),
  }))
  return { siteId, facts: known, source, nowMs }
}

/**
 * Records facts about money in the ledger; they are on disk when this resolves. Facts may come in any order, late and
 * repeatedly: the resulting ledger is the same. Returns the id of the payment that each is about; for a refund that
 * comes before its payment, the id that the payment will have.
 */
export async function recordFacts(
  ledger: Ledger,
  siteId: string,
  facts: readonly MoneyFact[],
  source: FactSource,
): Promise<string[]> {
  const recording = recordingOf(ledger, siteId, facts, source)
  // Most repeats add nothing; they are answered without a transaction.
  const ids = await findRepeated(ledger.control.db, recording)
  if (ids !== undefined) {
    await makeLinkingDue(ledger.control.db, ids, source.nowMs)
    return ids
  }
  return ledger.control.run(recordFactsCommand, recording)
}

/** The payments of facts that are all known already. */
async function findRepeated(db: Db, { siteId, facts }: Recording): Promise<string[] | undefined> {
  const keys = facts.map((fact) => fact.key)
  const known = await findKnownFacts(db, siteId, keys)
  const ids = keys.flatMap((key) => known.get(key) ?? [])
  return ids.length === keys.length ? ids : undefined
}

export const recordFactsCommand = command('record-facts', recordAll)

/** `recordFacts` within a transaction, for facts that must be stored together with something else or not at all. */
export async function recordAll(
  db: Db,
  { siteId, facts, source, nowMs }: Recording,
): Promise<string[]> {
  const ids = new Map<string, string>()
  for (const [provider, some] of Map.groupBy(facts, (fact) => fact.provider)) {
    const found = await recordOf(db, { siteId, provider, source, nowMs }, some)
    for (const [key, id] of found) ids.set(key, id)
  }
  return facts.map(({ key }) => {
    const id = ids.get(key)
    if (id === undefined) throw new Error('a fact was recorded under no payment')
    return id
  })
}

/** The context of the facts of one delivery or page. */
interface Place {
  siteId: string
  provider: string
  source: string
  nowMs: number
}

/**
 * Records facts of one provider with as many statements for hundreds as for one: they are grouped by payment, and
 * each payment is settled once. Returns the payment of each fact, by its key.
 */
async function recordOf(
  db: Db,
  place: Place,
  facts: readonly ProviderFact[],
): Promise<Map<string, string>> {
  const wanted = groupFacts(facts, new Map()).flatMap(({ aliases }) => {
    const paymentId = `pay_${randomBase62(20)}`
    return aliases.map((alias) => ({ alias, paymentId }))
  })
  const { claimed, owners } = await claimAliases(db, place, wanted)
  const repeated = await findRepeats(db, place, { facts, owners })
  const fresh = groupFacts(
    facts.filter(({ key }) => !repeated.has(key)),
    owners,
  )
  const joined = await joinPayments(
    db,
    place.siteId,
    fresh.map((group) => ({ ...group, newId: claimed.get(group.aliases[0] ?? '') ?? '' })),
  )
  const moved = joined.flatMap(({ paymentId, aliases }) =>
    aliases.flatMap((alias) =>
      [undefined, paymentId].includes(claimed.get(alias)) ? [] : { alias, paymentId },
    ),
  )
  await moveAliases(db, place, moved)
  const stored = await addTo(db, place, joined)
  await settlePayments(
    db,
    joined.map(({ paymentId, aliases, current, merged }) => ({
      ...{ ...place, paymentId, current, merged },
      newIds: aliases.filter((alias) => claimed.has(alias)),
      facts: stored.get(paymentId) ?? [],
    })),
  )
  const now = new Map(joined.flatMap((one) => one.owners.map((id) => [id, one.paymentId])))
  const ids = new Map([...repeated].map(([key, id]) => [key, now.get(id) ?? id]))
  for (const { paymentId, facts: own } of joined) for (const { key } of own) ids.set(key, paymentId)
  return ids
}

/**
 * The payments of known facts, by key. Their linking becomes due. Repeats must not lock: of many at once all but one
 * would be refused and run again.
 */
async function findRepeats(
  db: Db,
  { siteId, nowMs }: Place,
  { facts, owners }: { facts: readonly ProviderFact[]; owners: ReadonlyMap<string, string> },
): Promise<Map<string, string>> {
  const placed = facts.filter(({ money: { ids } }) => {
    const own = new Set(ids.map((id) => owners.get(id)))
    return own.size === 1 && !own.has(undefined)
  })
  const keys = placed.map(({ key }) => key)
  const known = await findKnownFacts(db, siteId, keys)
  await makeLinkingDue(db, [...known.values()], nowMs)
  return known
}

/** Adds facts to those that their payments have; returns all facts of each payment. */
async function addTo(
  db: Db,
  { siteId }: Place,
  joined: readonly (FactGroup<ProviderFact> & Joined)[],
): Promise<Map<string, KnownFact[]>> {
  const withOwners = joined.filter(({ owners }) => owners.length > 0)
  const stored = await listFactsOf(
    db,
    withOwners.map(({ paymentId }) => paymentId),
  )
  const facts = joined.flatMap(({ paymentId, facts: own, current, merged }) => {
    const isErased = [current, ...merged].some((payment) => payment?.erasedMs != null)
    const before = stored.get(paymentId)?.length ?? 0
    return own.map((fact, index) => ({
      ...(isErased ? withoutPerson(fact) : fact),
      ...{ paymentId, sequence: before + index + 1 },
    }))
  })
  const added = await addFacts(db, siteId, facts)
  // The rows hold what `toKnownFact` made.
  const all = [...[...stored.values()].flat(), ...added] as (KnownFact & { paymentId: string })[]
  return Map.groupBy(all, ({ paymentId }) => paymentId)
}
