import { isDeepStrictEqual } from 'node:util'
import { shippedEverywhereMs } from '../../store/events/shipped-everywhere.ts'
import { dueAtOnce, type Payment, type PaymentLink } from '../rows/payment.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** Whether two links say the same, apart from how they were found. */
export function isSameLink(a: PaymentLink, b: PaymentLink): boolean {
  const { steps: _stepsA, ...restA } = a
  const { steps: _stepsB, ...restB } = b
  return isDeepStrictEqual(restA, restB)
}

/**
 * When to look again. The event that an unlinked payment waits for makes it due by itself on the node that
 * stores it, as an identify, a first payment or a repeat do anywhere. This node is not notified of other
 * nodes' events: for those it retries at intervals that grow with the payment's age. No event changes what a person said.
 */
export function nextLinkingMs(payment: Payment, found: PaymentLink, nowMs: number): number | null {
  if (payment.link.method === 'manual') return null
  const ageMs = Math.max(nowMs - payment.receivedMs, 0)
  const isWaitingForEvent = found.steps.some(
    (note) =>
      (note.step === 'ids' &&
        (note.outcome === 'waiting' ||
          note.candidates.some((candidate) => candidate.rejected === 'session-not-seen') ||
          // It is as likely no visitor's id at all, so it is not waited for long.
          (note.reason === 'reference-names-no-visitor' && ageMs < dayMs))) ||
      (note.step === 'email' && note.reason === 'no-session-before-payment'),
  )
  if (isWaitingForEvent && !(found.method === 'ids' && ageMs > dayMs)) {
    const mostMs = ageMs > 30 * dayMs ? dayMs : 6 * hourMs
    return nowMs + Math.ceil(Math.min(Math.max(ageMs / 20, 1), mostMs))
  }
  // The owner may turn user identification on; nothing tells the ledger.
  const isUnidentified = found.steps.some((note) => note.reason === 'identification-off')
  return isUnidentified && ageMs < 90 * dayMs ? nowMs + 6 * hourMs : null
}

/**
 * When to look once more because of visits that other nodes had accepted and not inserted yet when something made
 * this payment due; null once that was done. What is asked for meanwhile does not put it off.
 */
export function secondLookMs({ relinkAtMs }: Payment, nowMs: number): number | null {
  if (relinkAtMs === null) return null
  if (relinkAtMs === dueAtOnce) return nowMs + shippedEverywhereMs
  return relinkAtMs > nowMs ? Math.min(relinkAtMs, nowMs + shippedEverywhereMs) : null
}

/** Whether a payment that has a visitor is due for its second look. */
export function isSecondLook({ relinkAtMs, link }: Payment): boolean {
  return link.visitorId !== null && relinkAtMs !== null && relinkAtMs !== dueAtOnce
}
