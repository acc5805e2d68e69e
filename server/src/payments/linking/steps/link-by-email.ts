import { mostVisitors, sharedWithinMs, surestOf } from '../../../identities/surest-claims.ts'
import type { Site } from '../../../site.ts'
import { dayMs, hourMs } from '../../../time/durations.ts'
import type { LinkCandidate, Payment } from '../../rows/payment.ts'
import {
  type IdentifiedVisitor,
  type LinkStep,
  noted,
  type StepResult,
  type VisitorSession,
} from './link-step.ts'

/** A customer may be identified on the success page, shortly after paying. */
export const emailGraceMs = hourMs
/** How many visitors of one address are considered: those that identified with it first. */
const mostConsidered = 50
/** A browser can claim any address; a site's own server is reliable. */
const confidences = { server: 0.97, client: 0.85 }
/** The confidence for one of many browsers that claim an address. */
const confidenceInCrowd = 0.7
/** How long before a payment a session may begin that led to it directly. */
const presentMs = 2 * hourMs
/** How much earlier than all others a claim to an address must be to outweigh theirs. */
const establishedMs = dayMs

/** An identified visitor, with the session that came last before the payment. */
export interface EmailCandidate extends IdentifiedVisitor {
  session: VisitorSession | undefined
}

/**
 * By the customer's e-mail address, on sites that identify their users. Browsers' claims to an address count only if
 * the site's server has vouched for no visitor with it.
 */
export const linkByEmail: LinkStep = async (sources, site, payments) => {
  const asking = site.identification ? payments.filter((payment) => payment.emailHash !== null) : []
  const hashes = new Set(asking.map((payment) => payment.emailHash ?? ''))
  const identified = hashes.size === 0 ? [] : await sources.identified(site.id, [...hashes])
  const visitors = [...Map.groupBy(identified, (visitor) => visitor.emailHash).values()].flatMap(
    (claims) =>
      surestOf(claims, site.requireSignedIdentify).sort(byFirstClaim).slice(0, mostConsidered),
  )
  const questions = asking.flatMap((payment) =>
    visitors
      .filter((visitor) => visitor.emailHash === payment.emailHash)
      .map((visitor) => ({ payment, visitor })),
  )
  const sessions = await sources.sessionsOf(
    site.id,
    questions.map(({ payment, visitor }) => ({
      visitorId: visitor.visitorId,
      sessionId: '',
      momentMs: payment.paidAtMs,
    })),
  )
  const candidates = questions.map(({ payment, visitor }, index) => ({
    paymentId: payment.id,
    candidate: { ...visitor, session: sessions[index]?.[0] },
  }))
  return (payment) =>
    decideByEmail(
      payment,
      site,
      candidates.filter((one) => one.paymentId === payment.id).map((one) => one.candidate),
    )
}

/**
 * Of the devices of one address, the one with the last session before the payment; all of them form the path. Without
 * an earlier session, one that began within the hour after the payment is used.
 */
export function decideByEmail(
  payment: Payment,
  site: Pick<Site, 'identification'>,
  candidates: readonly EmailCandidate[],
): StepResult {
  if (payment.emailHash === null) return noted('email', 'skipped', 'no-email')
  if (!site.identification) return noted('email', 'skipped', 'identification-off')
  if (candidates.length === 0) return noted('email', 'waiting', 'email-not-identified')
  const recent = candidates.filter(
    (candidate) => candidate.lastSeenMs > payment.paidAtMs - sharedWithinMs,
  )
  if (recent.length > mostVisitors) return decideInCrowd(payment, candidates, recent.length)

  const [chosen, ...others] = candidates
    .filter((candidate) => isInReach(candidate, payment))
    .sort((a, b) => byCloseness(a, b, payment.paidAtMs))
  const outOfReach = candidates
    .filter((candidate) => !isInReach(candidate, payment))
    .map((candidate) => asRejected(candidate, 'no-session-before-payment'))
  if (chosen === undefined) {
    return noted('email', 'waiting', 'no-session-before-payment', { candidates: outOfReach })
  }
  return {
    note: {
      step: 'email',
      outcome: 'linked',
      reason: chosen.origin === 'server' ? 'identified-by-server' : 'identified-in-browser',
      candidates: [
        { ...asRejected(chosen, ''), rejected: null },
        ...others.map((other) => asRejected(other, 'earlier-session')),
        ...outOfReach,
      ],
    },
    link: {
      method: 'email',
      confidence: confidences[chosen.origin],
      visitorId: chosen.visitorId,
      sessionId: chosen.session?.sessionId ?? null,
      pathVisitorIds: [chosen, ...others].map((candidate) => candidate.visitorId),
      pathAtMs: payment.paidAtMs,
      firstPaymentId: null,
    },
  }
}

/**
 * If more browsers claim the address than one person has, because it is shared, or forged to keep its payments from
 * being linked: the only one that was on the site shortly before the payment; of several, the one that identified
 * with the address at least a day before the others. None if the site's server vouches for all of them.
 */
function decideInCrowd(
  payment: Payment,
  candidates: readonly EmailCandidate[],
  visitors: number,
): StepResult {
  const [chosen, next] = candidates
    .filter((candidate) => candidate.origin === 'client')
    .filter((candidate) => isInReach(candidate, payment))
    .filter(({ session }) => (session?.startedMs ?? 0) > payment.paidAtMs - presentMs)
    .sort(byFirstClaim)
  const isClear =
    next === undefined || next.firstSeenMs - (chosen?.firstSeenMs ?? 0) >= establishedMs
  if (chosen === undefined || !isClear) {
    return noted('email', 'rejected', 'shared-address', { figures: { visitors } })
  }
  const others = candidates.filter((candidate) => candidate !== chosen)
  return {
    note: {
      step: 'email',
      outcome: 'linked',
      reason: next === undefined ? 'only-browser-present' : 'claimed-first',
      candidates: [
        { ...asRejected(chosen, ''), rejected: null },
        ...others.map((other) => asRejected(other, 'shared-address')),
      ],
      figures: { visitors },
    },
    link: {
      method: 'email',
      confidence: confidenceInCrowd,
      visitorId: chosen.visitorId,
      sessionId: chosen.session?.sessionId ?? null,
      pathVisitorIds: [chosen.visitorId],
      pathAtMs: payment.paidAtMs,
      firstPaymentId: null,
    },
  }
}

/** The earliest claim first; ties by visitor id. */
function byFirstClaim(a: IdentifiedVisitor, b: IdentifiedVisitor): number {
  return a.firstSeenMs - b.firstSeenMs || (a.visitorId < b.visitorId ? -1 : 1)
}

function isInReach(candidate: EmailCandidate, payment: Payment): boolean {
  return (
    candidate.session !== undefined &&
    candidate.session.startedMs <= payment.paidAtMs + emailGraceMs
  )
}

/** Sessions before the payment first, the latest first among them; ties by visitor id. */
function byCloseness(a: EmailCandidate, b: EmailCandidate, paidAtMs: number): number {
  const [startedA, startedB] = [a.session?.startedMs ?? 0, b.session?.startedMs ?? 0]
  return (
    Number(startedB <= paidAtMs) - Number(startedA <= paidAtMs) ||
    startedB - startedA ||
    (a.visitorId < b.visitorId ? -1 : 1)
  )
}

function asRejected(candidate: EmailCandidate, rejected: string): LinkCandidate {
  return {
    visitorId: candidate.visitorId,
    sessionId: candidate.session?.sessionId ?? null,
    rejected,
  }
}
