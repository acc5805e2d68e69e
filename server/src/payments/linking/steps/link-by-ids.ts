import { dayMs } from '../../../time/durations.ts'
import type { LinkCandidate, Payment } from '../../rows/payment.ts'
import {
  type LinkStep,
  noted,
  type Session,
  type StepResult,
  type VisitorSession,
} from './link-step.ts'

/** How long before a payment a session may have been whose visitor was not given. */
const sessionLookBackMs = 30 * dayMs

/** By the ids that came with the payment, the most reliable way. */
export const linkByIds: LinkStep = async (sources, site, payments) => {
  const withVisitor = payments.filter((payment) => namedVisitor(payment) !== null)
  const found = await sources.sessionsOf(
    site.id,
    withVisitor.map((payment) => ({
      visitorId: namedVisitor(payment) ?? '',
      sessionId: payment.givenSessionId ?? '',
      momentMs: payment.paidAtMs,
    })),
  )
  const sessions = new Map(withVisitor.map((payment, index) => [payment.id, found[index] ?? []]))

  const unresolved = payments.filter(
    (payment) =>
      payment.givenSessionId !== null &&
      !sessions.get(payment.id)?.some((session) => session.sessionId === payment.givenSessionId),
  )
  const owners = await ownersOf(unresolved, (ids, sinceMs) =>
    sources.sessionOwners(site.id, ids, sinceMs),
  )
  const results = new Map(
    payments.map((payment) => [
      payment.id,
      decideByIds(payment, {
        sessions: sessions.get(payment.id) ?? [],
        owners: owners.filter((owner) => owner.sessionId === payment.givenSessionId),
      }),
    ]),
  )
  const visitors = [...results.values()].flatMap(({ link }) => link?.visitorId ?? [])
  const devices = await sources.devicesOf(site, visitors)
  return (payment) => withDevices(results.get(payment.id) ?? decideByIds(payment, nothing), devices)
}

const nothing = { sessions: [], owners: [] }

/** The path is that of the person: all devices that the site's server vouches for. */
function withDevices(result: StepResult, devices: ReadonlyMap<string, string[]>): StepResult {
  if (result.link?.visitorId == null) return result
  const { visitorId, pathVisitorIds } = result.link
  const path = devices.get(visitorId) ?? pathVisitorIds
  return { ...result, link: { ...result.link, pathVisitorIds: path } }
}

/** The visitor given, or the one that a reference names, if any. */
function namedVisitor({ givenVisitorId, givenSessionId, referenceVisitorId }: Payment) {
  return givenVisitorId ?? (givenSessionId === null ? referenceVisitorId : null)
}

async function ownersOf(
  payments: readonly Payment[],
  ask: (sessionIds: string[], sinceMs: number) => Promise<Session[]>,
): Promise<Session[]> {
  if (payments.length === 0) return []
  const ids = new Set(payments.map((payment) => payment.givenSessionId ?? ''))
  const first = Math.min(...payments.map((payment) => payment.paidAtMs))
  return ask([...ids], Math.max(first - sessionLookBackMs, 0))
}

/**
 * The given visitor wins; a session alone identifies its visitor; another visitor's session is dropped and recorded;
 * a payment with an unknown id waits for it.
 */
export function decideByIds(
  payment: Payment,
  facts: { sessions: readonly VisitorSession[]; owners: readonly Session[] },
): StepResult {
  const { givenVisitorId, givenSessionId } = payment
  if (givenVisitorId !== null) {
    const dropped = droppedSession(payment, facts)
    if (facts.sessions.length === 0) {
      const waiting = { visitorId: givenVisitorId, sessionId: null, rejected: 'visitor-not-seen' }
      return noted('ids', 'waiting', 'visitor-not-seen', { candidates: [waiting, ...dropped] })
    }
    const session =
      facts.sessions.find((known) => known.sessionId === givenSessionId) ??
      facts.sessions.find((known) => known.startedMs <= payment.paidAtMs)
    return linkedTo(payment, givenVisitorId, session?.sessionId ?? null, {
      reason: 'visitor-id',
      others: dropped,
    })
  }
  if (givenSessionId === null) return decideByReference(payment, facts.sessions)
  const visitors = [...new Set(facts.owners.map((owner) => owner.visitorId))]
  const [visitorId] = visitors
  if (visitorId === undefined) {
    const waiting = { visitorId: null, sessionId: givenSessionId, rejected: 'session-not-seen' }
    return noted('ids', 'waiting', 'session-not-seen', { candidates: [waiting] })
  }
  if (visitors.length > 1) {
    const rejected = 'session-of-several-visitors'
    return noted('ids', 'rejected', rejected, {
      candidates: visitors.map((id) => ({ visitorId: id, sessionId: givenSessionId, rejected })),
    })
  }
  return linkedTo(payment, visitorId, givenSessionId, { reason: 'session-id', others: [] })
}

/** A reference may be the merchant's own number: it only counts once a visitor of that id was seen. */
function decideByReference(payment: Payment, sessions: readonly VisitorSession[]): StepResult {
  const { referenceVisitorId } = payment
  if (referenceVisitorId === null) return noted('ids', 'skipped', 'no-ids')
  if (sessions.length === 0) {
    const unseen = { visitorId: referenceVisitorId, sessionId: null, rejected: 'visitor-not-seen' }
    return noted('ids', 'skipped', 'reference-names-no-visitor', { candidates: [unseen] })
  }
  const session = sessions.find((known) => known.startedMs <= payment.paidAtMs)
  return linkedTo(payment, referenceVisitorId, session?.sessionId ?? null, {
    reason: 'reference',
    others: [],
  })
}

/** The given session, when it is not the given visitor's. */
function droppedSession(
  payment: Payment,
  facts: { sessions: readonly VisitorSession[]; owners: readonly Session[] },
): LinkCandidate[] {
  const sessionId = payment.givenSessionId
  if (sessionId === null) return []
  if (facts.sessions.some((session) => session.sessionId === sessionId)) return []
  const owner = facts.owners.find((other) => other.visitorId !== payment.givenVisitorId)
  return owner === undefined
    ? [{ visitorId: payment.givenVisitorId, sessionId, rejected: 'session-not-seen' }]
    : [{ visitorId: owner.visitorId, sessionId, rejected: 'session-of-another-visitor' }]
}

function linkedTo(
  payment: Payment,
  visitorId: string,
  sessionId: string | null,
  { reason, others }: { reason: string; others: LinkCandidate[] },
): StepResult {
  const chosen = { visitorId, sessionId, rejected: null }
  return {
    note: { step: 'ids', outcome: 'linked', reason, candidates: [chosen, ...others] },
    link: {
      method: 'ids',
      confidence: 1,
      visitorId,
      sessionId,
      pathVisitorIds: [visitorId],
      pathAtMs: payment.paidAtMs,
      firstPaymentId: null,
    },
  }
}
