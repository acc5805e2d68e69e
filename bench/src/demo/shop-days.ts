import type { StoredEvent } from '@tributary/server/store/events/event.ts'
import { dayMs } from '@tributary/server/time/durations.ts'
import { newPerson, type Person, returnOrigin } from './person.ts'
import { type Random, seededRandom } from './random.ts'
import { botAgents, pages } from './shop.ts'
import { type ShopPayment, Till } from './till.ts'
import { type Classify, VisitMaker } from './visit.ts'

/** The shop to generate. The same options give the same shop, to the cent. */
export interface ShopOptions {
  siteId: string
  domain: string
  seed: number
  /** How many days, the last one ending at `endMs`. */
  days: number
  /** Milliseconds since 1970 UTC; nothing is made after it. */
  endMs: number
  /** About how many events in all. */
  events: number
  classify: Classify
}

/** One UTC day of the shop's life. */
export interface ShopDay {
  startMs: number
  /** Each visitor's events are in time order; visitors are mixed. */
  events: StoredEvent[]
  /** Payments, renewals and refunds of this day, in time order. */
  payments: ShopPayment[]
  /** Requests of crawlers; the collector must not count any of them. */
  bots: BotVisit[]
}

/** A page that a crawler looked at. */
export interface BotVisit {
  userAgent: string
  path: string
}

/** Measured over a whole run: the events of one first-time visitor. */
const eventsPerPerson = 4.73

/** The shop's history, day by day, oldest first. */
export function* shopDays(options: ShopOptions): Generator<ShopDay> {
  const { seed, days, endMs } = options
  const random = seededRandom(seed)
  const visits = new VisitMaker(options)
  const till = new Till(random)
  const returning = new Map<number, Person[]>()
  const firstDayMs = Math.floor(endMs / dayMs) * dayMs - (days - 1) * dayMs
  const perDay = options.events / days / eventsPerPerson

  for (let day = 0; day < days; day++) {
    const startMs = firstDayMs + day * dayMs
    const isLaunchDay = day % 90 === 60
    const arriving = Math.round(perDay * popularity(day, days, startMs) * (isLaunchDay ? 2.2 : 1))
    const people: { person: Person; isNew: boolean }[] = []
    for (let n = 0; n < arriving; n++)
      people.push({ person: newPerson(random, isLaunchDay), isNew: true })
    for (const person of returning.get(day) ?? []) people.push({ person, isNew: false })
    returning.delete(day)

    const events: StoredEvent[] = []
    for (const { person, isNew } of people) {
      const origin = isNew ? person.origin : returnOrigin(person, random)
      const visit = visits.make(
        random,
        person,
        origin,
        startMs + timeOfDay(random, person.utcHours),
      )
      events.push(...visit.events.filter(({ timestampMs }) => timestampMs <= endMs))
      if (visit.paidAtMs !== undefined) till.sell(person, visit.sessionId, visit.paidAtMs)
      person.visitsLeft--
      if (person.visitsLeft > 0) {
        const next = day + 1 + Math.floor(random.exponential(4))
        const waiting = returning.get(next)
        if (waiting) waiting.push(person)
        else returning.set(next, [person])
      }
    }
    yield {
      startMs,
      events,
      payments: till.movements(Math.min(startMs + dayMs, endMs)),
      bots: botVisits(random),
    }
  }
}

/** Crawlers come every day, whatever the shop's size. */
function botVisits(random: Random): BotVisit[] {
  return Array.from({ length: random.between(2, 6) }, () => ({
    userAgent: botAgents[random.between(0, botAgents.length - 1)] ?? '',
    path: pages[random.between(0, pages.length - 1)]?.[0] ?? '/',
  }))
}

/** Slow growth, weak weekends. */
function popularity(day: number, days: number, startMs: number): number {
  const growth = 0.8 + (0.4 * day) / days
  const weekday = new Date(startMs).getUTCDay()
  return growth * (weekday === 0 || weekday === 6 ? 0.72 : 1.11)
}

/** People are awake: most visits fall between 8 and 23 o'clock where they live. */
function timeOfDay(random: Random, utcHours: number): number {
  const localHour = 8 + 15 * Math.sqrt(random.next() * random.next())
  const hour = random.chance(0.06) ? 24 * random.next() : localHour
  return Math.floor((((hour - utcHours + 24) % 24) * dayMs) / 24)
}
