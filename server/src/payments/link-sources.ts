import {
  type LinkSources,
  rateWindowMs,
  type TimeFacts,
  timeWindowMs,
} from '../attribution/link-step.ts'
import { returnHosts } from '../data/return-hosts.ts'
import type { ControlStore } from '../store/control/control-store.ts'
import { listIdentities } from '../store/control/identities/identity-rows.ts'
import {
  countKnownPayments,
  findFirstPayment,
  isSessionTaken,
} from '../store/control/payments/link-rows.ts'
import type { Payment } from '../store/control/payments/payment.ts'
import { listRefunds } from '../store/control/payments/payment-parts.ts'
import type { Engine } from '../store/events/engine.ts'
import { sessionRate } from '../store/events/queries/session-rate.ts'
import { sessionVisitors } from '../store/events/queries/session-visitors.ts'
import { sessionsBeforePayment } from '../store/events/queries/sessions-before-payment.ts'
import { sessionsForPayments } from '../store/events/queries/sessions-for-payments.ts'

/** Hosts of payment pages, without the marks that the list has for subdomains. */
const gateways = [...returnHosts.payment, ...returnHosts.alsoRefer]
  .flatMap((line) => line.split(' '))
  .map((host) => host.replace(/^\*?\./, ''))

/** How many sessions of a payment's window are named on its receipt. */
const mostCandidates = 20
const knownWindowMs = 30 * 86_400_000

/** Answers the questions of linking from the control store and the events engine. */
export function linkSources(control: ControlStore, engine: Engine): LinkSources {
  return {
    async sessionsOf(siteId, questions) {
      if (questions.length === 0) return []
      const rows = await sessionsForPayments(engine, {
        site: siteId,
        visitors: questions.map((question) => question.visitorId),
        sessions: questions.map((question) => question.sessionId),
        momentsMs: questions.map((question) => question.momentMs),
      })
      return questions.map((_, index) => rows.filter((row) => row.question === index))
    },
    sessionOwners: (siteId, sessionIds, sinceMs) =>
      sessionVisitors(engine, { site: siteId, sessions: [...sessionIds], sinceMs, limit: 1000 }),
    async identified(siteId, emailHashes) {
      const rows = await listIdentities(control.db, siteId, 'email', emailHashes)
      return rows.map(({ value, ...identity }) => ({ ...identity, emailHash: value }))
    },
    async firstPayments(_siteId, renewals) {
      const firsts = new Map<string, Payment>()
      for (const renewal of renewals) {
        const first = await findFirstPayment(control.db, renewal)
        if (first !== undefined) firsts.set(renewal.id, first)
      }
      return firsts
    },
    timeFacts: (siteId, payment) => timeFacts({ control, engine }, siteId, payment),
  }
}

async function timeFacts(
  { control, engine }: { control: ControlStore; engine: Engine },
  siteId: string,
  payment: Payment,
): Promise<TimeFacts> {
  const untilMs = payment.paidAtMs
  const window = { sinceMs: untilMs - timeWindowMs, untilMs }
  const question = { site: siteId, gateways }
  const sessions = await sessionsBeforePayment(engine, {
    ...question,
    ...window,
    limit: mostCandidates,
  })
  const [rate] = await sessionRate(engine, {
    ...question,
    sinceMs: untilMs - rateWindowMs,
    untilMs,
  })
  const first = sessions[0]
  const refunds = await listRefunds(control.db, [payment.id])
  return {
    sessions,
    competing: first !== undefined && (await isSessionTaken(control.db, payment, first, window)),
    rate: rate ?? { sessions: 0, checkoutSessions: 0, firstMs: untilMs },
    payments: await countKnownPayments(control.db, siteId, {
      sinceMs: untilMs - knownWindowMs,
      untilMs,
    }),
    refunded: (refunds.get(payment.id) ?? []).length > 0,
  }
}
