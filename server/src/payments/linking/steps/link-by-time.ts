import { dayMs } from '../../../time/durations.ts'
import type { LinkCandidate, LinkStepNote, Payment } from '../../rows/payment.ts'
import { mayInherit } from './link-by-inheritance.ts'
import {
  type LinkStep,
  noted,
  rateWindowMs,
  type SessionInWindow,
  type StepResult,
  type TimeFacts,
  timeWindowMs,
} from './link-step.ts'

const backDatedMs = 10 * 60_000
const leastPrecision = 0.9
const assumedShare = 0.7
const leastKnownPayments = 20

/**
 * Links by time alone, only if that is almost certainly right; such links are marked "probable". It is decided once,
 * as soon as the window has any session; later tries keep the result.
 */
export const linkByTime: LinkStep = async (sources, site, payments) => {
  // A charge after a trial is made without its customer's presence, like a renewal.
  const trials = await sources.firstPayments(site.id, payments.filter(mayInherit))
  const facts = await sources.timeFacts(
    site.id,
    payments.filter(
      (payment) =>
        timeUnfitness(payment) === undefined &&
        earlierNote(payment) === undefined &&
        !trials.has(payment.id),
    ),
  )
  return (payment) => {
    if (trials.has(payment.id)) return noted('time', 'skipped', timeUnfitness(payment) ?? 'renewal')
    const earlier = earlierNote(payment)
    return timeUnfitness(payment) === undefined && earlier !== undefined
      ? { note: earlier }
      : decideByTime(payment, facts.get(payment.id))
  }
}

function earlierNote(payment: Payment): LinkStepNote | undefined {
  return payment.link.steps.find(
    (note) =>
      note.step === 'time' && note.outcome !== 'skipped' && note.reason !== 'no-session-in-window',
  )
}

/** Why a payment may not be linked by time, whatever the sessions. */
export function timeUnfitness(payment: Payment): string | undefined {
  if (payment.renewal === true) return 'renewal'
  if (payment.amountMinor === 0) return 'no-amount'
  if (Math.abs(payment.receivedMs - payment.paidAtMs) > backDatedMs) return 'back-dated'
  return undefined
}

function factsUnfitness({ imported, refunded }: TimeFacts): string | undefined {
  return imported ? 'imported' : refunded ? 'refunded' : undefined
}

/**
 * Links if exactly one session is a candidate and the expected precision is at least 0.9. If some sessions showed
 * checkout intent, only those are candidates.
 */
export function decideByTime(payment: Payment, facts: TimeFacts | undefined): StepResult {
  const reason = timeUnfitness(payment) ?? (facts && factsUnfitness(facts))
  if (reason !== undefined || facts === undefined) {
    return noted('time', 'skipped', reason ?? 'not-considered')
  }
  const { intended, candidates } = candidatesOf(facts.sessions)
  const [only, ...rest] = candidates
  if (only === undefined) return noted('time', 'rejected', 'no-session-in-window')
  const pushedOut = rejectedAs(
    facts.sessions.filter((session) => intended.length > 0 && !session.checkoutIntent),
    'no-checkout-intent',
  )
  if (rest.length > 0) {
    const rejected = [...rejectedAs(candidates, 'several-sessions'), ...pushedOut]
    return noted('time', 'rejected', 'several-sessions', { candidates: rejected })
  }
  const refuse = (why: string, figures: Record<string, number> = {}) =>
    noted('time', 'rejected', why, {
      candidates: [...rejectedAs([only], why), ...pushedOut],
      figures,
    })
  if (facts.competing) return refuse('another-payment')

  const measured = intended.length > 0 ? facts.rate.checkoutSessions : facts.rate.sessions
  const others = expectedOthers(measured - 1, facts.rate.firstMs, payment.paidAtMs)
  const share = payerShare(facts.payments)
  const precision = expectedPrecision(share, others)
  const figures = { precision, trackedShare: share, expectedOthers: others }
  if (precision < leastPrecision) return refuse('precision-too-low', figures)
  return {
    note: {
      step: 'time',
      outcome: 'linked',
      reason: intended.length > 0 ? 'only-session-with-checkout-intent' : 'only-session',
      candidates: [
        { visitorId: only.visitorId, sessionId: only.sessionId, rejected: null },
        ...pushedOut,
      ],
      figures,
    },
    link: {
      method: 'time',
      confidence: precision,
      visitorId: only.visitorId,
      sessionId: only.sessionId,
      pathVisitorIds: [only.visitorId],
      pathAtMs: payment.paidAtMs,
      firstPaymentId: null,
    },
  }
}

/** The sessions that may have paid: those with checkout intent, or all of them if none has it. */
export function candidatesOf(sessions: readonly SessionInWindow[]) {
  const intended = sessions.filter((session) => session.checkoutIntent)
  return { intended, candidates: intended.length > 0 ? intended : sessions }
}

/** p / (p + (1 − p)·m): how often the only candidate is the payer. Three decimals, rounded down. */
export function expectedPrecision(trackedShare: number, othersInWindow: number): number {
  const precision = trackedShare / (trackedShare + (1 - trackedShare) * othersInWindow)
  return Math.floor(precision * 1000 + 1e-9) / 1000
}

/**
 * p: the share of payments linked by ids or e-mail, assumed until enough of them are known, then by
 * Laplace's rule of succession: that every payment so far was linked does not make the next one certain.
 */
export function payerShare({ known, all }: TimeFacts['payments']): number {
  return known < leastKnownPayments ? assumedShare : (known + 1) / (all + 2)
}

/**
 * m: how many other candidates a window holds on average, with one session more than was measured (the
 * mean of a Poisson rate after a Gamma(1) prior): no other session in the past does not make one impossible.
 * A younger site is measured over its own life, or an hour's traffic would look like a quiet week; but
 * never over less than a day.
 */
export function expectedOthers(sessions: number, firstMs: number, paidAtMs: number): number {
  const spanMs = Math.min(Math.max(paidAtMs - firstMs, dayMs), rateWindowMs)
  return ((Math.max(sessions, 0) + 1) * timeWindowMs) / spanMs
}

function rejectedAs(sessions: readonly SessionInWindow[], rejected: string): LinkCandidate[] {
  return sessions.map(({ visitorId, sessionId }) => ({ visitorId, sessionId, rejected }))
}
