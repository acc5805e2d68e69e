import { isDeepStrictEqual } from 'node:util'
import { isoTime } from '../../time/iso-time.ts'
import type { HistoryEntry, Payment } from '../rows/payment.ts'
import { feesInPaid } from './fees.ts'

const fields = [
  'providerPaymentId',
  'taxMinor',
  'product',
  'renewal',
  'trial',
  'customerId',
  'subscriptionId',
  'customerEmail',
  'givenVisitorId',
  'givenSessionId',
  'referenceVisitorId',
  'metadata',
] as const

/** Fields whose values must not be in the history: it would outlive the person's erasure. */
const hidden: readonly string[] = ['customerEmail', 'metadata']

type Change = Pick<HistoryEntry, 'kind' | 'details'>

/** The changes for a payment's next revision: fields that were empty, and fields with a new value. */
export function changesOf(
  before: Payment | undefined,
  after: Payment,
  newIds: readonly string[],
): Change[] {
  if (before === undefined) {
    const { amountMinor, currency, paidAtMs } = after
    return [{ kind: 'recorded', details: { amountMinor, currency, paidAtMs } }]
  }
  const filled: string[] = []
  const changes: Change[] = []
  const compare = (field: string, from: unknown, to: unknown) => {
    if (isDeepStrictEqual(from, to)) return
    if (from === null || field === 'metadata') filled.push(field)
    else changes.push({ kind: 'changed', details: { field, from, to } })
  }
  compare('amount', moneyOf(before), moneyOf(after))
  compare('fees', feesOf(before), feesOf(after))
  for (const field of fields) {
    if (!hidden.includes(field)) compare(field, before[field], after[field])
  }
  // The address is encrypted differently each time; its hash shows whether it changed.
  if (before.emailHash === null && after.emailHash !== null) filled.push('customerEmail')
  compare('metadata', before.metadata, after.metadata)
  if (after.paidAtGiven && !before.paidAtGiven) filled.push('timestamp')
  else compare('timestamp', isoTime(before.paidAtMs), isoTime(after.paidAtMs))
  if (newIds.length > 0) {
    changes.push({ kind: 'filled', details: { fields: ['aliases'], aliases: [...newIds] } })
  }
  return filled.length > 0 ? [{ kind: 'filled', details: { fields: filled } }, ...changes] : changes
}

/** Only the total: each movement is on the receipt. */
function feesOf(payment: Payment) {
  if (payment.fees === null) return null
  return { amountMinor: feesInPaid(payment, payment.fees), currency: payment.currency }
}

function moneyOf({ amountMinor, currency }: Payment) {
  return { amountMinor, currency }
}
