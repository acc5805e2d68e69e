import { isDeepStrictEqual } from 'node:util'
import type { Payment } from '../store/control/payments/payment.ts'

/** A report as it would stand in the ledger: like a payment, but only with what was said. */
export type Told = Pick<
  Payment,
  'amountMinor' | 'currency' | 'paidAtMs' | 'paidAtGiven' | 'receivedMs' | (typeof fillable)[number]
>

/** Something that a later report said otherwise. The first stands; this is kept for the receipt. */
export interface Discrepancy {
  field: string
  kept: unknown
  told: unknown
}

const fillable = [
  'renewal',
  'trial',
  'customerId',
  'subscriptionId',
  'customerEmail',
  'emailHash',
  'givenVisitorId',
  'givenSessionId',
  'metadata',
] as const

/** What tells whose a payment is. */
const personal = [
  'customerId',
  'subscriptionId',
  'customerEmail',
  'emailHash',
  'givenVisitorId',
  'givenSessionId',
  'metadata',
] as const

/**
 * What a repeated report adds to a payment: it fills what was empty, never replaces what was said
 * first, and whatever it says otherwise is a discrepancy. Given the same facts in any order and any
 * number of times, the payment comes out the same.
 */
export function applyReport(
  payment: Payment,
  told: Told,
): { payment: Payment; filled: string[]; discrepancies: Discrepancy[] } {
  return payment.erasedMs === null ? merge(payment, told) : merge(payment, withoutPerson(told))
}

/** What a report says of the money alone. A repeat must not bring an erased person back. */
export function withoutPerson<Report extends Partial<Record<(typeof personal)[number], unknown>>>(
  report: Report,
) {
  return { ...report, ...Object.fromEntries(personal.map((field) => [field, null])) }
}

function merge(
  payment: Payment,
  told: Told,
): { payment: Payment; filled: string[]; discrepancies: Discrepancy[] } {
  const next = { ...payment }
  const filled: string[] = []
  for (const field of fillable) {
    if (field === 'metadata' || told[field] === null || payment[field] !== null) continue
    Object.assign(next, { [field]: told[field] })
    if (field !== 'emailHash') filled.push(field)
  }
  const metadata = mergeMetadata(payment.metadata, told.metadata)
  if (!isDeepStrictEqual(metadata, payment.metadata)) {
    next.metadata = metadata
    filled.push('metadata')
  }
  if (told.paidAtGiven && !payment.paidAtGiven) {
    next.paidAtMs = told.paidAtMs
    next.paidAtGiven = true
    filled.push('timestamp')
  }
  return { payment: next, filled, discrepancies: compare(payment, told) }
}

function compare(payment: Payment, told: Told): Discrepancy[] {
  const found: Discrepancy[] = []
  const differ = (field: string, kept: unknown, other: unknown) => {
    if (kept !== null && other !== null && kept !== other) found.push({ field, kept, told: other })
  }
  if (payment.amountMinor !== told.amountMinor || payment.currency !== told.currency) {
    found.push({
      field: 'amount',
      kept: { amountMinor: payment.amountMinor, currency: payment.currency },
      told: { amountMinor: told.amountMinor, currency: told.currency },
    })
  }
  if (payment.paidAtGiven && told.paidAtGiven) {
    differ(
      'timestamp',
      new Date(payment.paidAtMs).toISOString(),
      new Date(told.paidAtMs).toISOString(),
    )
  }
  differ('renewal', payment.renewal, told.renewal)
  differ('trial', payment.trial, told.trial)
  differ('customerId', payment.customerId, told.customerId)
  differ('subscriptionId', payment.subscriptionId, told.subscriptionId)
  differ('visitorId', payment.givenVisitorId, told.givenVisitorId)
  differ('sessionId', payment.givenSessionId, told.givenSessionId)
  // Addresses differ by their hashes: nothing personal goes into the history.
  differ('customerEmail', payment.emailHash, told.emailHash)
  return found
}

/** Known keys keep their values, new keys join; keys are sorted so that no order of reports shows. */
function mergeMetadata(known: Payment['metadata'], told: Payment['metadata']): Payment['metadata'] {
  if (told === null) return known
  const entries = new Map([...Object.entries(told), ...Object.entries(known ?? {})])
  return Object.fromEntries([...entries].sort(([a], [b]) => (a < b ? -1 : 1)))
}
