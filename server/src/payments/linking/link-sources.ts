import { returnHosts } from '../../data/return-hosts.ts'
import { findPerson } from '../../identities/find-person.ts'
import { listIdentities } from '../../identities/identity-rows.ts'
import type { ControlStore } from '../../store/control/control-store.ts'
import type { Engine } from '../../store/events/engine.ts'
import { dayMs } from '../../time/durations.ts'
import { sessionRate } from '../queries/session-rate.ts'
import { sessionVisitors } from '../queries/session-visitors.ts'
import { sessionsBeforePayments } from '../queries/sessions-before-payments.ts'
import { sessionsForPayments } from '../queries/sessions-for-payments.ts'
import {
  countKnownPayments,
  findFirstPayments,
  isSessionTaken,
  listImported,
  listPayersOf,
} from '../rows/link-rows.ts'
import type { Payment } from '../rows/payment.ts'
import { listRefunds } from '../rows/payment-parts.ts'
import { candidatesOf } from './steps/link-by-time.ts'
import {
  type IdentifiedVisitor,
  type LinkSources,
  rateWindowMs,
  type SessionQuestion,
  type TimeFacts,
  timeWindowMs,
  type VisitorSession,
} from './steps/link-step.ts'

/** Hosts of payment pages, without the list's notation for subdomains. */
const gateways = [...returnHosts.payment, ...returnHosts.alsoRefer]
  .flatMap((line) => line.split(' '))
  .map((host) => host.replace(/^\*?\./, ''))

/** The most sessions of a payment's window on its receipt. */
const mostCandidates = 20
const knownWindowMs = 30 * dayMs
/** No customer waits for this, and a whole import takes long. */
const patience = { timeoutMs: 60_000 }

/** Answers the look-ups of linking from the control store and the events engine. */
export function linkSources(control: ControlStore, engine: Engine): LinkSources {
  return {
    sessionsOf: (siteId, questions) => sessionsOf(engine, siteId, questions),
    sessionOwners: (siteId, sessionIds, sinceMs) =>
      sessionVisitors(engine, { site: siteId, sessions: [...sessionIds], sinceMs, limit: 1000 }),
    async identified(siteId, emailHashes) {
      const [rows, payers] = await Promise.all([
        listIdentities(control.db, siteId, 'email', emailHashes),
        listPayersOf(control.db, siteId, emailHashes),
      ])
      return vouchedFor(rows, payers)
    },
    async devicesOf(site, visitorIds) {
      const devices = new Map<string, string[]>()
      for (const visitorId of new Set(visitorIds)) {
        const person = await findPerson(control, site, visitorId, { onlyVouched: true })
        devices.set(visitorId, person.visitorIds)
      }
      return devices
    },
    firstPayments: (_siteId, renewals) => findFirstPayments(control.db, renewals),
    timeFacts: (siteId, payments) => timeFacts({ control, engine }, siteId, payments),
  }
}

/** Identified visitors, and those with certain links to payments with the same address. */
function vouchedFor(
  rows: Awaited<ReturnType<typeof listIdentities>>,
  payers: Awaited<ReturnType<typeof listPayersOf>>,
): IdentifiedVisitor[] {
  const nameOf = (one: { emailHash: string; visitorId: string }) =>
    JSON.stringify([one.emailHash, one.visitorId])
  const visitors = new Map<string, IdentifiedVisitor>()
  for (const { value: emailHash, visitorId, origin, firstSeenMs, lastSeenMs } of rows) {
    const visitor = { emailHash, visitorId, origin, firstSeenMs, lastSeenMs }
    visitors.set(nameOf(visitor), visitor)
  }
  for (const payer of payers) {
    const { firstSeenMs = payer.lastSeenMs, lastSeenMs = 0 } = visitors.get(nameOf(payer)) ?? {}
    visitors.set(nameOf(payer), {
      ...{ ...payer, firstSeenMs, origin: 'server' },
      lastSeenMs: Math.max(payer.lastSeenMs, lastSeenMs),
    })
  }
  return [...visitors.values()]
}

/** Parameters travel in the address, of which ClickHouse takes 1 MiB. */
const mostBytes = 500_000
/** A number of thirteen digits, and quotes and commas as they are in an address. */
const bytesBeside = 40

/** Looked up together as far as they fit: each statement reads every day of the site. */
async function sessionsOf(
  engine: Engine,
  siteId: string,
  questions: readonly SessionQuestion[],
): Promise<VisitorSession[][]> {
  const found: VisitorSession[][] = []
  for (let start = 0; start < questions.length; ) {
    const some = fittingFrom(questions, start)
    const asked = {
      site: siteId,
      visitors: some.map((question) => question.visitorId),
      sessions: some.map((question) => question.sessionId),
      momentsMs: some.map((question) => question.momentMs),
    }
    const rows = await sessionsForPayments(engine, asked, patience)
    const byQuestion = Map.groupBy(rows, (row) => row.question)
    found.push(...some.map((_, index) => byQuestion.get(index) ?? []))
    start += some.length
  }
  return found
}

function fittingFrom(questions: readonly SessionQuestion[], start: number): SessionQuestion[] {
  let bytes = 0
  let end = start
  do {
    const { visitorId, sessionId } = questions[end] as SessionQuestion
    bytes += encodeURIComponent(visitorId + sessionId).length + bytesBeside
    end += 1
  } while (end < questions.length && bytes < mostBytes)
  return questions.slice(start, end)
}

async function timeFacts(
  { control, engine }: { control: ControlStore; engine: Engine },
  siteId: string,
  payments: readonly Payment[],
): Promise<Map<string, TimeFacts>> {
  const facts = new Map<string, TimeFacts>()
  if (payments.length === 0) return facts
  const ids = payments.map((payment) => payment.id)
  const refunds = await listRefunds(control.db, ids)
  const importedIds = await listImported(control.db, ids)
  const rows = await sessionsBeforePayments(
    engine,
    {
      site: siteId,
      momentsMs: payments.map((payment) => payment.paidAtMs),
      windowMs: timeWindowMs,
      gateways,
      limit: mostCandidates,
    },
    patience,
  )
  const byQuestion = Map.groupBy(rows, (row) => row.question)
  for (const [index, payment] of payments.entries()) {
    const sessions = byQuestion.get(index) ?? []
    const odds = await oddsOf({ control, engine }, payment, sessions)
    const refunded = (refunds.get(payment.id) ?? []).length > 0
    facts.set(payment.id, { sessions, refunded, imported: importedIds.has(payment.id), ...odds })
  }
  return facts
}

/** The sessions to compare the only candidate with; none when there is no candidate, or several. */
async function oddsOf(
  { control, engine }: { control: ControlStore; engine: Engine },
  payment: Payment,
  sessions: TimeFacts['sessions'],
): Promise<Pick<TimeFacts, 'competing' | 'rate' | 'payments'>> {
  const { siteId, paidAtMs: untilMs } = payment
  const [only, ...others] = candidatesOf(sessions).candidates
  const rate = { sessions: 0, checkoutSessions: 0, firstMs: untilMs }
  if (only === undefined || others.length > 0) {
    return { competing: false, rate, payments: { all: 0, known: 0 } }
  }
  const sinceMs = untilMs - rateWindowMs
  const [measured = rate] = await sessionRate(engine, { site: siteId, gateways, sinceMs, untilMs })
  const window = { sinceMs: untilMs - timeWindowMs, untilMs }
  return {
    competing: await isSessionTaken(control.db, payment, only, window),
    rate: measured,
    payments: await countKnownPayments(control.db, siteId, {
      sinceMs: untilMs - knownWindowMs,
      untilMs,
    }),
  }
}
