import { isDeepStrictEqual } from 'node:util'
import type { ControlStore } from '../../store/control/control-store.ts'
import { markDuplicates } from '../duplicates/mark-duplicates.ts'
import { isBetterLink } from '../linking/steps/link-payment.ts'
import {
  dueAtOnce,
  type HistoryEntry,
  noLink,
  type Payment,
  type RefundReport,
} from '../rows/payment.ts'
import { erasePersonFromFacts } from '../rows/payment-facts.ts'
import { enqueuePayments } from '../rows/payment-outbox.ts'
import {
  addHistories,
  listHistory,
  listRefunds,
  type PaymentNote,
  type PlacedRefund,
  saveRefunds,
} from '../rows/payment-parts.ts'
import { savePayments } from '../rows/payment-rows.ts'
import { decideRenewals } from './decide-renewal.ts'
import { withEnded } from './fees.ts'
import { type Folded, foldFacts, foldVersion } from './fold-facts.ts'
import { type KnownFact, withoutPerson } from './known-fact.ts'
import { changesOf } from './payment-changes.ts'

type Db = ControlStore['db']

/** A payment with new facts. */
export interface Unsettled {
  siteId: string
  paymentId: string
  provider: string
  /** The source of the newest fact. */
  source: string
  nowMs: number
  facts: readonly KnownFact[]
  /** The stored payment, locked; none when there are only facts so far. */
  current: Payment | undefined
  /** Payments that turned out to be this one. */
  merged: readonly Payment[]
  /** Ids of the provider that were not known before. */
  newIds: readonly string[]
}

/** Updates payments of a site, their refunds and history to match their facts. */
interface Settling {
  unsettled: Unsettled
  folded: Folded
  payment: Payment
}

/** Brings payments of a site, their refunds and history to what their facts amount to now. */
export async function settlePayments(db: Db, unsettled: readonly Unsettled[]): Promise<void> {
  const [first] = unsettled
  if (first === undefined) return
  const { nowMs } = first
  const bare = await foldAll(db, unsettled)
  const changes = bare.map(({ unsettled, payment }) => ({
    ...{ before: unsettled.current, after: payment },
  }))
  const decided = await decideRenewals(db, changes, nowMs)
  const settled = bare.map((one, index) => ({ ...one, payment: decided[index] ?? one.payment }))
  const stored = await listRefunds(
    db,
    settled.flatMap(({ unsettled }) => unsettled.current?.id ?? []),
  )
  const changed = settled.flatMap(({ payment: { id: paymentId }, folded }) =>
    changedRefunds(stored.get(paymentId) ?? [], folded.refunds).map((report) => ({
      ...{ ...report, paymentId },
    })),
  )
  const reports = Map.groupBy(changed, ({ paymentId }) => paymentId)
  const notes = settled.flatMap((one) => entriesOf(one, reports.get(one.payment.id) ?? []))
  await savePayments(db, decided, foldVersion)
  await saveRefunds(db, changed, nowMs)
  await addHistories(db, [...notes, ...(await newDiscrepancies(db, settled))])
  await enqueuePayments(db, decided)
  await markDuplicates(
    db,
    settled.map(({ payment, unsettled: { current, merged } }) => [
      ...[payment, ...(current ? [current] : []), ...merged],
    ]),
    nowMs,
  )
}

/** Folds the facts of each payment; payments without any money yet are left out. */
async function foldAll(db: Db, unsettled: readonly Unsettled[]): Promise<Settling[]> {
  const folded: Settling[] = []
  for (const one of unsettled) {
    const isErased = [one.current, ...one.merged].some((row) => row?.erasedMs != null)
    // Erasing the person of one half of a payment erases them from all of it.
    if (isErased) await erasePersonFromFacts(db, one.paymentId)
    const facts = isErased ? one.facts.map(withoutPerson) : one.facts
    const found = foldFacts(one.provider, facts)
    if (found === undefined) continue
    folded.push({ unsettled: one, folded: found, payment: nextRevision(one, found.payment) })
  }
  return folded
}

/** The rows of a payment's next revision. */
function entriesOf(
  { unsettled, payment }: Settling,
  changed: readonly PlacedRefund[],
): PaymentNote[] {
  const { current, merged, newIds } = unsettled
  return [
    ...merged.map((one) => entryOf(unsettled, 'merged', summaryOf(one))),
    ...changesOf(current, payment, newIds).map(({ kind, details }) =>
      entryOf(unsettled, kind, details),
    ),
    ...changed.map((report) =>
      entryOf(unsettled, report.kind === 'dispute' ? 'dispute' : 'refund', detailsOf(report)),
    ),
  ]
}

function nextRevision(
  { siteId, paymentId, provider, nowMs, current, merged }: Unsettled,
  folded: NonNullable<ReturnType<typeof foldFacts>>['payment'],
): Payment {
  const rows = current === undefined ? [] : [current, ...merged]
  const erasedMs = rows.find((row) => row.erasedMs !== null)?.erasedMs ?? null
  const found = rows
    .map((row) => ({ ...row.link, pathAtMs: pathAt(row, folded.paidAtMs) }))
    .reduce((a, b) => (isBetterLink(b, a) ? b : a), noLink(folded.paidAtMs))
  return {
    ...folded,
    fees: withEnded(current?.fees, folded.fees),
    id: paymentId,
    siteId,
    provider,
    renewal: current?.renewal ?? folded.renewalReported,
    trial: current?.trial ?? folded.trialReported,
    link: erasedMs === null ? found : noLink(folded.paidAtMs),
    relinkAtMs: erasedMs === null ? dueAtOnce : null,
    revision: 1 + Math.max(0, ...rows.map((row) => row.revision)),
    updatedMs: nowMs,
    erasedMs,
    duplicate: current?.duplicate ?? null,
    isCountedByHand: rows.some((row) => row.isCountedByHand),
  }
}

/** A path that ends at the payment itself moves when the payment's time becomes known. */
function pathAt(before: Payment, paidAtMs: number): number {
  return before.link.pathAtMs === before.paidAtMs ? paidAtMs : before.link.pathAtMs
}

/** The changes that make the stored refund reports match those of the facts. */
export function changedRefunds(
  stored: readonly RefundReport[],
  found: readonly RefundReport[],
): RefundReport[] {
  const before = new Map(stored.map((report) => [report.id, report]))
  const now = new Set(found.map((report) => report.id))
  const ended = stored
    .filter((report) => report.kind !== 'void' && !now.has(report.id))
    .map((report) => ({ ...report, kind: 'void' as const, amountMinor: 0, taxMinor: null }))
  return [...found.filter((report) => !isDeepStrictEqual(report, before.get(report.id))), ...ended]
}

function entryOf(
  { paymentId, source, nowMs }: Unsettled,
  kind: HistoryEntry['kind'],
  details: Record<string, unknown>,
): PaymentNote {
  return { paymentId, atMs: nowMs, source, kind, details }
}

function detailsOf({
  paymentId: _payment,
  reversedMs,
  state,
  taxMinor: _tax,
  ...report
}: PlacedRefund): Record<string, unknown> {
  return {
    ...report,
    ...(state !== null && { state }),
    ...(reversedMs !== null && { reversedAtMs: reversedMs }),
  }
}

function summaryOf(payment: Payment) {
  const { id: paymentId, providerPaymentId, amountMinor, currency } = payment
  return { paymentId, providerPaymentId, amountMinor, currency }
}

/** Discrepancies that are not yet in the history. The caller holds the payments' locks. */
async function newDiscrepancies(db: Db, settled: readonly Settling[]): Promise<PaymentNote[]> {
  const found: PaymentNote[] = []
  for (const { payment, folded } of settled) {
    if (folded.discrepancies.length === 0) continue
    const known = new Set(
      (await listHistory(db, payment.id))
        .filter((entry) => entry.kind === 'discrepancy')
        .map((entry) => JSON.stringify([entry.source, entry.details])),
    )
    for (const { source, atMs, ...details } of folded.discrepancies) {
      if (known.has(JSON.stringify([source, details]))) continue
      found.push({ paymentId: payment.id, atMs, source, kind: 'discrepancy', details })
    }
  }
  return found
}
