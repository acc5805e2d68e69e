import { setTimeout as delay } from 'node:timers/promises'
import { readConfig } from '@tributary/server/config.ts'
import { serve } from '@tributary/server/serve.ts'
import { differingSessions } from '@tributary/server/test/differing-sessions.ts'
import { pino } from 'pino'
import type { Oracle } from './oracle.ts'
import { sessionOf } from './requests.ts'
import type { Installation } from './victim.ts'

/** The stores compared with the client's log; every figure except the sums must be 0. */
export interface Verdict {
  lost: string[]
  doubled: string[]
  /** Stored although it was never sent. */
  foreign: string[]
  /** Acknowledged payments, the ledger, and the reports' copy of it, minor units. */
  acknowledgedMinor: number
  ledgerMinor: number
  reportedMinor: number
  storedRows: number
  /** Sessions whose row is not what their events add up to. */
  differingSessions: number
  /** Visitors whose sessions have other page views, goals or visits than the client's log says. */
  differingVisitors: string[]
  deadLetters: number
}

/** Whether nothing was lost, doubled, invented or quarantined, and all payments are stored. */
export function isFaithful(verdict: Verdict): boolean {
  const { lost, doubled, foreign, deadLetters, differingSessions, acknowledgedMinor } = verdict
  const differing = differingSessions + verdict.differingVisitors.length
  return (
    lost.length + doubled.length + foreign.length + deadLetters + differing === 0 &&
    verdict.ledgerMinor === acknowledgedMinor &&
    verdict.reportedMinor === acknowledgedMinor
  )
}

/**
 * Opens the stores of a server that has ended and compares them with the client's account. With several nodes, the
 * copy of payers' sessions may lack one for as long as `healMs`: until its payment is looked at again.
 */
export async function compare(
  installation: Installation,
  oracle: Oracle,
  { healMs = 0 } = {},
): Promise<Verdict> {
  const config = readConfig({ ...installation.environment, PORT: '0' })
  const server = await serve(config, pino({ level: 'fatal' }))
  try {
    const { events, payments, engine, control } = server.services
    await events.flush()
    await payments.flush()
    const rows = await engine.query<{ id: string; n: string }>(
      `select path as id, count() as n from events where site_id = {siteId:String}
       group by path order by path`,
      { siteId: installation.siteId },
    )
    const ledger = await control.db
      .selectFrom('payments')
      .select(['provider_payment_id as id', 'amount_minor', 'currency'])
      .where('site_id', '=', installation.siteId)
      .execute()
    const entries = await engine.query<{ minor: string }>(
      `select sum(amount_minor) as minor from payment_entries final
       where site_id = {siteId:String} and currency = 'USD'`,
      { siteId: installation.siteId },
    )
    const untilMs = performance.now() + healMs
    let differing = await differingSessions(engine)
    while (differing.length > 0 && performance.now() < untilMs) {
      await delay(1_000)
      differing = await differingSessions(engine)
    }
    const visitors = await engine.query<VisitorFigures>(figuresOfVisitors, {
      siteId: installation.siteId,
    })
    const stored = new Map(rows.map(({ id, n }) => [id, Number(n)]))
    for (const { id } of ledger) stored.set(id, (stored.get(id) ?? 0) + 1)
    return {
      ...differences(oracle, stored),
      acknowledgedMinor: sum(oracle.attempts.values(), (one) =>
        one.acknowledged ? one.amountMinor : 0,
      ),
      ledgerMinor: sum(ledger, (one) => (one.currency === 'USD' ? one.amount_minor : 0)),
      reportedMinor: Number(entries[0]?.minor),
      storedRows: sum(stored.values(), (n) => n),
      differingSessions: differing.length,
      differingVisitors: differingVisitors(oracle, stored, visitors),
      deadLetters: events.stats().deadLetters,
    }
  } finally {
    await server.close()
  }
}

interface VisitorFigures {
  visitorId: string
  pageViews: string
  goals: string
  visits: string
}

/** Each visitor's figures in table `sessions`; without a name if the visitor has no events. */
const figuresOfVisitors = `
  select visitor_id as visitorId, sum(pageviews) as pageViews, sum(goals) as goals, countIf(hits > 0) as visits
  from sessions final
  any left join (
    select distinct visitor_hash, visitor_id from events where site_id = {siteId:String}
  ) as named using (visitor_hash)
  where site_id = {siteId:String}
  group by visitorId
  order by visitorId`

/** Unacknowledged hits may or may not be stored; stored ones count as they were sent. */
function differingVisitors(
  oracle: Oracle,
  stored: ReadonlyMap<string, number>,
  found: readonly VisitorFigures[],
): string[] {
  const expected = new Map<string, { pageViews: number; goals: number; visits: Set<string> }>()
  for (const attempt of oracle.attempts.values()) {
    if (!stored.has(attempt.id) || (attempt.kind !== 'pageview' && attempt.kind !== 'goal'))
      continue
    const known = expected.get(attempt.visitorId)
    const figures = known ?? { pageViews: 0, goals: 0, visits: new Set() }
    figures[attempt.kind === 'goal' ? 'goals' : 'pageViews'] += 1
    figures.visits.add(sessionOf(attempt))
    expected.set(attempt.visitorId, figures)
  }
  const texts = new Map(
    found.map(({ visitorId, pageViews, goals, visits }) => [
      visitorId,
      `${pageViews} ${goals} ${visits}`,
    ]),
  )
  const differing = [...expected].filter(
    ([visitorId, { pageViews, goals, visits }]) =>
      texts.get(visitorId) !== `${pageViews} ${goals} ${visits.size}`,
  )
  return [
    ...differing.map(([visitorId]) => visitorId),
    ...[...texts.keys()].filter((visitorId) => !expected.has(visitorId)),
  ]
}

function differences(oracle: Oracle, stored: ReadonlyMap<string, number>) {
  const lost = [...oracle.attempts.values()]
    .filter(({ id, acknowledged }) => acknowledged && !stored.has(id))
    .map(({ id }) => id)
  const ids = [...stored.keys()]
  return {
    lost,
    doubled: ids.filter((id) => (stored.get(id) ?? 0) > 1),
    foreign: ids.filter((id) => !oracle.attempts.has(id)),
  }
}

function sum<T>(values: Iterable<T>, of: (value: T) => number): number {
  let total = 0
  for (const value of values) total += of(value)
  return total
}
