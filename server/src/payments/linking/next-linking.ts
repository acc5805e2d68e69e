import { isDeepStrictEqual } from 'node:util'
import { shippedEverywhereMs } from '../../store/events/shipped-everywhere.ts'
import { dayMs, hourMs } from '../../time/durations.ts'
import { dueAtOnce, type Payment, type PaymentLink } from '../rows/payment.ts'

/** Whether two links are equal, apart from how they were found. */
export function isSameLink(a: PaymentLink, b: PaymentLink): boolean {
  const { steps: _stepsA, ...restA } = a
  const { steps: _stepsB, ...restB } = b
  return isDeepStrictEqual(restA, restB)
}

/**
 * When to try linking again. The event that an unlinked payment waits for makes it due on the node that stores the
 * event; an identify, a first payment or a repeat makes it due on any node. Nodes are not notified of each other's
 * events: for those, linking is retried at intervals that grow with the payment's age. Manual links are never
 * retried.
 */
export function nextLinkingMs(payment: Payment, found: PaymentLink, nowMs: number): number | null {
  if (payment.link.method === 'manual') return null
  const ageMs = Math.max(nowMs - payment.receivedMs, 0)
  const isWaitingForEvent = found.steps.some(
    (note) =>
      (note.step === 'ids' &&
        (note.outcome === 'waiting' ||
          note.candidates.some((candidate) => candidate.rejected === 'session-not-seen') ||
          // It may not be a visitor's id at all, so the wait is short.
          (note.reason === 'reference-names-no-visitor' && ageMs < dayMs))) ||
      (note.step === 'email' && note.reason === 'no-session-before-payment'),
  )
  if (isWaitingForEvent && !(found.method === 'ids' && ageMs > dayMs)) {
    const mostMs = ageMs > 30 * dayMs ? dayMs : 6 * hourMs
    return nowMs + Math.ceil(Math.min(Math.max(ageMs / 20, 1), mostMs))
  }
  // The owner may turn user identification on, which does not notify the ledger.
  const isUnidentified = found.steps.some((note) => note.reason === 'identification-off')
  return isUnidentified && ageMs < 90 * dayMs ? nowMs + 6 * hourMs : null
}

/**
 * When to link once more because other nodes may have accepted visits that they had not inserted yet when this
 * payment became due; null after that second time. Other requests to link it meanwhile do not postpone it.
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
