import { isDeepStrictEqual } from 'node:util'
import type { Payment, PaymentLink } from '../store/control/payments/payment.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** Whether two links say the same, apart from how they were found. */
export function isSameLink(a: PaymentLink, b: PaymentLink): boolean {
  const { steps: _stepsA, ...restA } = a
  const { steps: _stepsB, ...restB } = b
  return isDeepStrictEqual(restA, restB)
}

/**
 * When to look again. An id that nobody has seen may turn up at any moment at first and ever less
 * likely later, so the gaps grow with the payment's age. An identify, a first payment or a repeat
 * makes linking due by itself and need not be looked for.
 */
export function nextLinkingMs(payment: Payment, found: PaymentLink, nowMs: number): number | null {
  const ageMs = Math.max(nowMs - payment.receivedMs, 0)
  const isWaitingForId = found.steps.some(
    (note) =>
      note.step === 'ids' &&
      (note.outcome === 'waiting' ||
        note.candidates.some((candidate) => candidate.rejected === 'session-not-seen')),
  )
  if (isWaitingForId && !(found.method === 'ids' && ageMs > dayMs)) {
    const mostMs = ageMs > 30 * dayMs ? dayMs : 6 * hourMs
    return nowMs + Math.ceil(Math.min(Math.max(ageMs / 20, 1), mostMs))
  }
  // The owner may turn user identification on; nothing tells the ledger.
  const isUnidentified = found.steps.some((note) => note.reason === 'identification-off')
  return isUnidentified && ageMs < 90 * dayMs ? nowMs + 6 * hourMs : null
}
