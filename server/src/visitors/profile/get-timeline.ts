import { createHash } from 'node:crypto'
import type {
  ProfileQuery,
  TimelineItem,
  TimelinePayment,
} from '@tributary/contract/visitor-profile.ts'
import { AppError } from '../../errors.ts'
import type { Person } from '../../identities/find-person.ts'
import type { KnownIdentity } from '../../identities/identity-rows.ts'
import { toMajorUnits } from '../../money/money.ts'
import { summarise } from '../../payments/list-payments.ts'
import { creditsOfPayments, noCredit, type PaymentCredit } from '../../payments/payment-credit.ts'
import type { Payment } from '../../payments/rows/payment.ts'
import type { Site } from '../../site.ts'
import type { ControlStore } from '../../store/control/control-store.ts'
import type { Engine } from '../../store/events/engine.ts'
import { isoTime } from '../../time/iso-time.ts'
import { timelineGoals } from '../queries/timeline-goals.ts'
import type { TimelineAfter, TimelinePage } from '../queries/timeline-page.ts'
import { timelineVisitDetails, timelineVisits } from '../queries/timeline-visits.ts'
import { goalItem, identifiedItem, visitItem } from './timeline-items.ts'

const defaultLimit = 25

interface Stores {
  engine: Engine
  control: ControlStore
}

/** A candidate for the page; keys break ties. */
interface Entry {
  atMs: number
  key: string
  show: () => Promise<TimelineItem> | TimelineItem
}

/**
 * A page of everything that a person did: visits, goals from servers, identify calls and payments, in one order. One
 * page of each kind is read, however much there is.
 */
export async function getTimeline(
  { engine, control }: Stores,
  site: Site,
  given: { person: Person; payments: readonly Payment[]; query: ProfileQuery },
): Promise<{ timeline: TimelineItem[]; nextCursor?: string }> {
  const { person, payments, query } = given
  const { order = 'newest', limit = defaultLimit } = query
  const after = readCursor(query.cursor)
  const page: TimelinePage = {
    site: site.id,
    visitors: person.visitorIds,
    order,
    after,
    limit: limit + 1,
  }
  const sign = order === 'newest' ? -1 : 1
  const compare = (a: TimelineAfter, b: TimelineAfter) =>
    sign * (a.atMs - b.atMs || (a.key < b.key ? -1 : Number(a.key > b.key)))
  const [visits, goals] = await Promise.all([
    timelineVisits(engine, page),
    timelineGoals(engine, page),
  ])
  const entries: Entry[] = [
    ...goals.map((row) => ({ ...row, show: () => goalItem(row) })),
    ...person.identities.map(identifiedEntry),
    ...payments.map((payment) => ({
      atMs: payment.paidAtMs,
      key: `d${payment.id}`,
      show: () => paymentItem(control, payment, credits.get(payment.id) ?? noCredit),
    })),
    ...visits.map((visit) => ({ ...visit, show: () => showVisit(visit.key) })),
  ]
  const found = entries
    .filter((entry) => after === undefined || compare(entry, after) > 0)
    .sort(compare)
  const shown = found.slice(0, limit)
  const keys = new Set(shown.map(({ key }) => key))
  const shownVisits = visits.filter(({ key }) => keys.has(key)).map(({ key }) => key)
  const [details, credits] = await Promise.all([
    shownVisits.length === 0
      ? []
      : timelineVisitDetails(engine, {
          site: site.id,
          visitors: person.visitorIds,
          keys: shownVisits,
        }),
    creditsOfPayments(
      engine,
      site,
      payments.filter(({ id }) => keys.has(`d${id}`)),
    ),
  ])
  const byKey = new Map(details.map((visit) => [visit.key, visit]))
  function showVisit(key: string): TimelineItem {
    const visit = byKey.get(key)
    if (visit === undefined) throw erasedMeanwhile()
    return visitItem(visit)
  }
  const timeline: TimelineItem[] = []
  for (const { show } of shown) timeline.push(await show())
  const last = shown.at(-1)
  const hasMore = found.length > limit && last !== undefined
  return { timeline, ...(hasMore && { nextCursor: `${last.atMs}-${last.key}` }) }
}

/** The events found a moment ago are gone: the person is being erased, or an import undone. */
export function erasedMeanwhile(): AppError {
  return new AppError('unavailable', 'This visitor changed while they were read', {
    retryAfterSeconds: 1,
  })
}

function identifiedEntry(identity: KnownIdentity): Entry {
  const { firstSeenMs: atMs, visitorId, kind, value } = identity
  const hash = createHash('sha256')
    .update(JSON.stringify([visitorId, kind, value]))
    .digest('hex')
  return { atMs, key: `b${hash.slice(0, 32)}`, show: () => identifiedItem(identity) }
}

async function paymentItem(
  control: ControlStore,
  payment: Payment,
  { touches, credit }: PaymentCredit,
): Promise<TimelinePayment> {
  const [stored] = await summarise(control, [payment])
  if (stored === undefined) throw erasedMeanwhile()
  return {
    type: 'payment',
    at: isoTime(payment.paidAtMs),
    payment: stored.summary,
    refunds: stored.refunds.map(({ id, amountMinor, atMs }) => ({
      id,
      amount: toMajorUnits(amountMinor, payment.currency),
      timestamp: isoTime(atMs),
    })),
    touches,
    credit,
  }
}

function readCursor(cursor: string | undefined): TimelineAfter | undefined {
  if (cursor === undefined) return undefined
  const [, ms, key] = /^(\d{1,15})-([a-d]\w{1,40})$/.exec(cursor) ?? []
  if (ms === undefined || key === undefined) {
    throw new AppError('invalid', 'cursor must be a nextCursor of an answer')
  }
  return { atMs: Number(ms), key }
}
