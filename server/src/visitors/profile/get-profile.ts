import { visitorNotFound } from '@tributary/contract/visitor.ts'
import type {
  ProfilePages,
  ProfilePagesQuery,
  ProfileQuery,
  VisitorProfile,
} from '@tributary/contract/visitor-profile.ts'
import { AppError } from '../../errors.ts'
import { findPerson } from '../../identities/find-person.ts'
import { toMajorUnits } from '../../money/money.ts'
import { creditOfPayment } from '../../payments/payment-credit.ts'
import type { Payment } from '../../payments/rows/payment.ts'
import { listPaymentsOfVisitors } from '../../payments/rows/payment-pages.ts'
import type { Site } from '../../site.ts'
import type { ControlStore } from '../../store/control/control-store.ts'
import type { Engine } from '../../store/events/engine.ts'
import { dayMs } from '../../time/durations.ts'
import { isoTime } from '../../time/iso-time.ts'
import { personDevices } from '../queries/person-devices.ts'
import { personMoney } from '../queries/person-money.ts'
import { timelineVisitDetails, timelineVisits, visitPages } from '../queries/timeline-visits.ts'
import { erasedMeanwhile, getTimeline } from './get-timeline.ts'
import { type PagesStart, pageRuns, pagesCursor } from './timeline-items.ts'

interface Stores {
  engine: Engine
  control: ControlStore
}

/** The most payments of one person on a time line: a weekly subscription of twenty years. */
const mostPayments = 1000
const defaultPageViews = 100

type Devices = Awaited<ReturnType<typeof personDevices>>

/** A person's identity, activity and payments on all their devices, as currently stored. */
export async function getProfile(
  stores: Stores,
  site: Site,
  query: ProfileQuery,
): Promise<VisitorProfile> {
  const { engine, control } = stores
  const person = await findPerson(control, site, query.visitorId)
  const asked = { site: site.id, visitors: person.visitorIds }
  const payments = await listPaymentsOfVisitors(control.db, site.id, {
    ...person,
    limit: mostPayments,
  })
  const areAll = payments.length < mostPayments
  const [devices, money] = await Promise.all([
    personDevices(engine, asked),
    payments.length === 0
      ? []
      : personMoney(engine, {
          ...asked,
          payments: areAll ? payments.map(({ id }) => id) : undefined,
        }),
  ])
  const seen = devices.filter(({ visits }) => visits > 0)
  if (seen.length === 0) throw new AppError('not-found', visitorNotFound)
  const [firstOrigin, converted, page] = await Promise.all([
    firstTouch(engine, asked),
    conversion(engine, site, payments),
    getTimeline(stores, site, { person, payments, query }),
  ])
  const inSiteCurrency = money.find(({ currency }) => currency === site.currency)
  return {
    visitorId: query.visitorId,
    devices: seen.map(({ firstMs, lastMs, ...device }) => ({
      ...device,
      firstSeenAt: isoTime(firstMs),
      lastSeenAt: isoTime(lastMs),
    })),
    userIds: [
      ...new Set(person.identities.flatMap(({ kind, value }) => (kind === 'user' ? value : []))),
    ],
    hasEmail: person.identities.some(({ kind }) => kind === 'email'),
    firstSeenAt: isoTime(Math.min(...seen.map(({ firstMs }) => firstMs))),
    lastSeenAt: isoTime(Math.max(...seen.map(({ lastMs }) => lastMs))),
    firstTouch: firstOrigin,
    figures: {
      ...sums(devices),
      payments: money.reduce((sum, one) => sum + one.payments, 0),
      revenue: toMajorUnits(inSiteCurrency?.netMinor ?? 0, site.currency),
      unconverted: money
        .filter(({ currency }) => currency !== site.currency)
        .map(({ currency, netMinor }) => ({ currency, amount: toMajorUnits(netMinor, currency) })),
      ...converted,
    },
    currency: site.currency,
    ...page,
  }
}

function sums(devices: Devices) {
  const sum = (name: 'visits' | 'pageViews' | 'goals') =>
    devices.reduce((total, device) => total + device[name], 0)
  return { visits: sum('visits'), pageViews: sum('pageViews'), goals: sum('goals') }
}

async function firstTouch(
  engine: Engine,
  asked: { site: string; visitors: string[] },
): Promise<VisitorProfile['firstTouch']> {
  const first = { ...asked, order: 'oldest', after: undefined, limit: 1 } as const
  const [begun] = await timelineVisits(engine, first)
  const keys = begun === undefined ? [] : [begun.key]
  const [visit] = await timelineVisitDetails(engine, { ...asked, keys })
  // A visitor without visits is left out: the events found a moment ago are gone.
  if (visit === undefined) throw erasedMeanwhile()
  const { channel, source, medium, campaign, term, content, referrer, landingPage } = visit
  return { channel, source, medium, campaign, term, content, referrer, landingPage }
}

/** The path to the first payment, counted as reports do. */
async function conversion(engine: Engine, site: Site, payments: readonly Payment[]) {
  const first = payments.findLast(
    ({ amountMinor, duplicate }) => amountMinor > 0 && duplicate === null,
  )
  if (first === undefined) {
    return { firstPaymentAt: null, daysToConversion: null, visitsToConversion: null }
  }
  const { journey } = await creditOfPayment(engine, site, first)
  const days = journey && (first.link.pathAtMs - journey.firstMs) / dayMs
  return {
    firstPaymentAt: isoTime(first.paidAtMs),
    daysToConversion: days === undefined ? null : Math.round(days * 1e6) / 1e6,
    visitsToConversion: journey?.visits ?? null,
  }
}

/** The page views of one visit, continuing after those in the profile. */
export async function getProfilePages(
  { engine }: Pick<Stores, 'engine'>,
  site: Site,
  query: ProfilePagesQuery,
): Promise<ProfilePages> {
  const { visitorId: visitor, sessionId: session, limit = defaultPageViews } = query
  const start = readPagesCursor(query.cursor)
  const asked = { site: site.id, visitor, session, ...start, limit: limit + 1 }
  const found = await visitPages(engine, asked)
  if (found.length === 0 && query.cursor === undefined) {
    throw new AppError('not-found', visitorNotFound)
  }
  const shown = found.slice(0, limit)
  return {
    pages: pageRuns(shown),
    ...(found.length > limit && { nextCursor: pagesCursor(shown, start) }),
  }
}

function readPagesCursor(cursor: string | undefined): PagesStart {
  if (cursor === undefined) return { fromMs: 0, shown: 0 }
  const [, ms, shown] = /^(\d{1,15})-(\d{1,9})$/.exec(cursor) ?? []
  if (ms === undefined || shown === undefined) {
    throw new AppError('invalid', 'cursor must be a nextCursor of an answer')
  }
  return { fromMs: Number(ms), shown: Number(shown) }
}
