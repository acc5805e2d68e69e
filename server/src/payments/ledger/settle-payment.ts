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
import { addHistory, listHistory, listRefunds, saveRefunds } from '../rows/payment-parts.ts'
import { insertPayment, savePayment } from '../rows/payment-rows.ts'
import { decideRenewal, decideSiblings } from './decide-renewal.ts'
import { withEnded } from './fees.ts'
import { foldFacts, foldVersion } from './fold-facts.ts'
import type { ConflictingReport } from './folded-payment.ts'
import { type KnownFact, withoutPerson } from './known-fact.ts'
import { changesOf } from './payment-changes.ts'

type Db = ControlStore['db']

/** A payment whose facts have become more. */
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

/** Brings a payment's row, refunds and history to what its facts amount to now. */
export async function settlePayment(db: Db, unsettled: Unsettled): Promise<void> {
  const { paymentId, current, nowMs } = unsettled
  const isErased = [current, ...unsettled.merged].some((row) => row?.erasedMs != null)
  // A person erased from one half of a payment is erased from all of it.
  if (isErased) await erasePersonFromFacts(db, paymentId)
  const facts = isErased ? unsettled.facts.map(withoutPerson) : unsettled.facts
  const folded = foldFacts(unsettled.provider, facts)
  if (folded === undefined) return
  const bare = nextRevision(unsettled, folded.payment)
  const payment = await decideRenewal(db, bare)

  const isFirst = current === undefined
  const reports = isFirst ? [] : ((await listRefunds(db, [paymentId])).get(paymentId) ?? [])
  const changedReports = changedRefunds(reports, folded.refunds)
  const entries = [
    ...unsettled.merged.map((one) => entryOf(unsettled, 'merged', summaryOf(one))),
    ...changesOf(current, payment, unsettled.newIds).map(({ kind, details }) =>
      entryOf(unsettled, kind, details),
    ),
    ...changedReports.map((report) =>
      entryOf(unsettled, report.kind === 'dispute' ? 'dispute' : 'refund', detailsOf(report)),
    ),
    ...(await newDiscrepancies(db, paymentId, folded.discrepancies)),
  ]
  if (current === undefined) await insertPayment(db, payment, foldVersion)
  else await savePayment(db, payment, foldVersion)
  await saveRefunds(db, paymentId, changedReports, nowMs)
  await addHistory(db, paymentId, entries)
  await enqueuePayments(db, [payment])
  await decideSiblings(db, { before: current, after: payment, nowMs })
  await markDuplicates(db, [payment, ...(current ? [current] : []), ...unsettled.merged], nowMs)
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

/** What has to be written so that the stored reports are those that the facts give. */
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
  { source, nowMs }: Unsettled,
  kind: HistoryEntry['kind'],
  details: Record<string, unknown>,
): HistoryEntry {
  return { atMs: nowMs, source, kind, details }
}

function detailsOf({
  reversedMs,
  state,
  taxMinor: _tax,
  ...report
}: RefundReport): Record<string, unknown> {
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

/** Discrepancies that are not yet in the history. The caller holds the payment's lock. */
async function newDiscrepancies(
  db: Db,
  paymentId: string,
  found: readonly ConflictingReport[],
): Promise<HistoryEntry[]> {
  if (found.length === 0) return []
  const known = new Set(
    (await listHistory(db, paymentId))
      .filter((entry) => entry.kind === 'discrepancy')
      .map((entry) => JSON.stringify([entry.source, entry.details])),
  )
  return found
    .map(({ source, atMs, ...details }) => ({
      ...{ atMs, source, details },
      kind: 'discrepancy' as const,
    }))
    .filter((entry) => !known.has(JSON.stringify([entry.source, entry.details])))
}
