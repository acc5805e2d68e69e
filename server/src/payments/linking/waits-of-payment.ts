import { isDeepStrictEqual } from 'node:util'
import { dayMs } from '../../time/durations.ts'
import type { Payment, PaymentLink } from '../rows/payment.ts'
import type { PaymentWait } from '../rows/payment-waits.ts'
import { emailGraceMs } from './steps/link-by-email.ts'
import { timeWindowMs } from './steps/link-step.ts'

/** How long to wait for an id that was sent and has not been seen yet. */
const idsExpireMs = 90 * dayMs
/** How long a late event may still move a link between devices, or turn out to be the only session in the window. */
const lateEventsExpireMs = 2 * dayMs

/** The half hour since 1970 UTC that contains a moment, as text. */
export function halfHourOf(ms: number): string {
  return String(Math.floor(ms / timeWindowMs))
}

/**
 * The events that could improve a result: the first of an unknown id, one of an identified visitor up to the payment,
 * and any in a window without events. An identify needs no wait: it makes the payments of its address due itself.
 */
export function waitsOf(payment: Payment, found: PaymentLink): PaymentWait[] {
  const waits = new Map<string, PaymentWait>()
  const add = (kind: PaymentWait['kind'], value: string, untilMs: number, lifeMs: number) =>
    waits.set(`${kind} ${value}`, { kind, value, untilMs, expiresMs: payment.receivedMs + lifeMs })
  const { paidAtMs } = payment
  for (const note of found.steps) {
    if (note.step === 'email') {
      for (const { visitorId } of note.candidates) {
        if (visitorId !== null)
          add('visitor', visitorId, paidAtMs + emailGraceMs, lateEventsExpireMs)
      }
    }
    if (note.step === 'time' && note.reason === 'no-session-in-window') {
      add('time', halfHourOf(paidAtMs), paidAtMs, lateEventsExpireMs)
      add('time', halfHourOf(paidAtMs - timeWindowMs), paidAtMs, lateEventsExpireMs)
    }
  }
  for (const { visitorId, sessionId, rejected } of found.steps.flatMap(idCandidates)) {
    const always = Number.MAX_SAFE_INTEGER
    if (rejected === 'visitor-not-seen' && visitorId !== null) {
      add('visitor', visitorId, always, idsExpireMs)
    }
    if (rejected === 'session-not-seen' && sessionId !== null) {
      add('session', sessionId, always, idsExpireMs)
    }
    // Only seen after the payment so far; an event before it would be the session.
    if (rejected === null && visitorId !== null && sessionId === null) {
      add('visitor', visitorId, paidAtMs, lateEventsExpireMs)
    }
  }
  return [...waits.values()].sort((a, b) =>
    a.kind === b.kind ? (a.value < b.value ? -1 : 1) : a.kind < b.kind ? -1 : 1,
  )
}

const idCandidates = (note: PaymentLink['steps'][number]) =>
  note.step === 'ids' ? note.candidates : []

/** Whether a payment waits for the same events as before. */
export function areSameWaits(a: readonly PaymentWait[], b: readonly PaymentWait[]): boolean {
  const bare = ({ kind, value, untilMs }: PaymentWait) => ({ kind, value, untilMs })
  return isDeepStrictEqual(a.map(bare), b.map(bare))
}
