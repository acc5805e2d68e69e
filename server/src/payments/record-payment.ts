import { randomBase62 } from '../base62.ts'
import { AppError } from '../errors.ts'
import { hashEmail } from '../identities/email-hash.ts'
import type { ControlStore } from '../store/control/control-store.ts'
import { makeLinkingDue } from '../store/control/payments/link-rows.ts'
import {
  dueAtOnce,
  type HistoryEntry,
  noLink,
  type Payment,
} from '../store/control/payments/payment.ts'
import { enqueuePayment } from '../store/control/payments/payment-outbox.ts'
import { addHistory, addRefund, listHistory } from '../store/control/payments/payment-parts.ts'
import {
  claimAlias,
  findPaymentByAlias,
  insertPayment,
  lockPayment,
  savePayment,
} from '../store/control/payments/payment-rows.ts'
import type { Secrets } from '../store/control/secrets.ts'
import { applyReport, type Discrepancy, type Told } from './apply-report.ts'
import type { PaymentReport } from './payment-report.ts'
import { reportedRefund } from './reported-refund.ts'

/** What recording needs: where the ledger is and the keys that protect what is personal in it. */
export interface Ledger {
  control: ControlStore
  secrets: Secrets
}

type Db = ControlStore['db']

/**
 * Takes a report into the ledger; it is on disk when this resolves. The same provider's payment is
 * one payment for ever, however often and however simultaneously it is reported: repeats fill what
 * was empty, keep what was said first and note what differs. Answers its id.
 */
export async function recordPayment(
  ledger: Ledger,
  siteId: string,
  report: PaymentReport,
  nowMs: number,
): Promise<string> {
  const told = toldOf(ledger.secrets, siteId, report, nowMs)
  const alias = { siteId, provider: report.provider, alias: report.providerPaymentId }
  // Most repeats bring nothing new; they are answered without a write.
  const known = await findPaymentByAlias(ledger.control.db, alias)
  if (known !== undefined && report.refund === null && !bringsNews(known, told)) {
    const isDueSoon = known.relinkAtMs !== null && known.relinkAtMs < nowMs + 1000
    if (known.link.visitorId === null && !isDueSoon) {
      await makeLinkingDue(ledger.control.db, known.id)
    }
    return known.id
  }

  return ledger.control.transaction(async (db) => {
    const newId = `pay_${randomBase62(20)}`
    const paymentId = await claimAlias(db, alias, newId)
    if (paymentId === newId)
      await createPayment(db, newPayment(newId, siteId, report, told), report)
    else await updatePayment(db, paymentId, report, { told, nowMs })
    return paymentId
  })
}

function bringsNews(payment: Payment, told: Told): boolean {
  const { filled, discrepancies } = applyReport(payment, told)
  return filled.length > 0 || discrepancies.length > 0
}

async function createPayment(db: Db, payment: Payment, report: PaymentReport): Promise<void> {
  const entry = {
    atMs: payment.receivedMs,
    source: report.source,
    kind: 'recorded',
    details: {
      amountMinor: payment.amountMinor,
      currency: payment.currency,
      paidAtMs: payment.paidAtMs,
    },
  } satisfies HistoryEntry
  await insertPayment(db, payment)
  const refunds = await takeRefund(db, payment, report, payment.receivedMs)
  await addHistory(db, payment.id, [entry, ...refunds])
  await enqueuePayment(db, payment)
}

async function updatePayment(
  db: Db,
  paymentId: string,
  report: PaymentReport,
  { told, nowMs }: { told: Told; nowMs: number },
): Promise<void> {
  const current = await lockPayment(db, paymentId)
  if (current === undefined) throw new Error(`alias of ${paymentId}, which does not exist`)
  const { payment, filled, discrepancies } = applyReport(current, told)
  const entries: HistoryEntry[] = await takeRefund(db, current, report, nowMs)
  if (filled.length > 0) {
    entries.push({
      atMs: nowMs,
      source: report.source,
      kind: 'filled',
      details: { fields: filled },
    })
  }
  entries.push(...(await newDiscrepancies(db, paymentId, discrepancies, { report, nowMs })))
  if (entries.length === 0) {
    await makeLinkingDue(db, paymentId)
    return
  }

  const isOpen = current.link.visitorId === null || filled.length > 0
  const relink = isOpen && current.erasedMs === null
  const saved = {
    ...payment,
    link: { ...payment.link, pathAtMs: pathAt(current, payment) },
    relinkAtMs: relink ? dueAtOnce : payment.relinkAtMs,
    revision: current.revision + 1,
    updatedMs: nowMs,
  }
  await savePayment(db, saved)
  await addHistory(db, paymentId, entries)
  await enqueuePayment(db, saved)
}

/** A path that ends at the payment itself moves when the payment's time becomes known. */
function pathAt(before: Payment, after: Payment): number {
  return before.link.pathAtMs === before.paidAtMs ? after.paidAtMs : before.link.pathAtMs
}

async function takeRefund(
  db: Db,
  payment: Payment,
  report: PaymentReport,
  nowMs: number,
): Promise<HistoryEntry[]> {
  if (report.refund === null) return []
  if (report.refund.kind !== 'full' && report.currency !== payment.currency) {
    throw new AppError(
      'invalid',
      `refundedAmount must be in ${payment.currency}, the currency this payment was recorded in`,
    )
  }
  const refund = reportedRefund(report.refund, payment, nowMs)
  if (!(await addRefund(db, payment.id, refund, nowMs))) return []
  return [{ atMs: nowMs, source: report.source, kind: 'refund', details: { ...refund } }]
}

/** Discrepancies that are not yet in the history. The caller holds the payment's lock. */
async function newDiscrepancies(
  db: Db,
  paymentId: string,
  found: readonly Discrepancy[],
  { report, nowMs }: { report: PaymentReport; nowMs: number },
): Promise<HistoryEntry[]> {
  if (found.length === 0) return []
  const known = new Set(
    (await listHistory(db, paymentId))
      .filter((entry) => entry.kind === 'discrepancy')
      .map((entry) => JSON.stringify(entry.details)),
  )
  return found
    .filter((details) => !known.has(JSON.stringify(details)))
    .map((details) => ({
      atMs: nowMs,
      source: report.source,
      kind: 'discrepancy' as const,
      details: { ...details },
    }))
}

function newPayment(id: string, siteId: string, report: PaymentReport, told: Told): Payment {
  const receivedMs = told.receivedMs
  return {
    ...told,
    id,
    siteId,
    provider: report.provider,
    providerPaymentId: report.providerPaymentId,
    link: noLink(told.paidAtMs),
    relinkAtMs: dueAtOnce,
    revision: 1,
    receivedMs,
    updatedMs: receivedMs,
    erasedMs: null,
  }
}

/** Names the key that a site's customers' addresses are encrypted with. */
export function customerEmailPurpose(siteId: string): string {
  return `customer email ${siteId}`
}

function toldOf(secrets: Secrets, siteId: string, report: PaymentReport, nowMs: number): Told {
  const email = report.customerEmail
  return {
    receivedMs: nowMs,
    amountMinor: report.amountMinor,
    currency: report.currency,
    paidAtMs: report.paidAtMs ?? nowMs,
    paidAtGiven: report.paidAtMs !== null,
    renewal: report.renewal,
    trial: report.trial,
    customerId: report.customerId,
    subscriptionId: report.subscriptionId,
    customerEmail: email === null ? null : secrets.seal(customerEmailPurpose(siteId), email),
    emailHash: email === null ? null : hashEmail(secrets, siteId, email),
    givenVisitorId: report.visitorId,
    givenSessionId: report.sessionId,
    metadata: report.metadata,
  }
}
