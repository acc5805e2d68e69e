import type { PaymentEntry } from '../payments/queries/payment-entry.ts'
import type { StoredEvent } from '../store/events/event.ts'
import { dayMs, minuteMs } from '../time/durations.ts'
import { anEvent } from './an-event.ts'

export interface Traffic {
  events: StoredEvent[]
  entries: PaymentEntry[]
}

/** Visits, goals and money of a few people over some days, the same for the same seed. */
export function randomTraffic(
  siteId: string,
  { seed, fromMs, days, visits }: { seed: number; fromMs: number; days: number; visits: number },
): Traffic {
  const random = generator(seed)
  const events: StoredEvent[] = []
  const lasting = lastingIds()
  for (let visit = 0; visit < visits; visit++) {
    const startMs = fromMs + Math.floor(random() * days * dayMs)
    const visitorId = `visitor-${Math.floor(random() * 40)}`
    const usesAgain = random() < 0.3 && lasting.isFree(visitorId, startMs)
    const sessionId = usesAgain ? `of ${visitorId}` : `session-${visit}`
    events.push(...randomVisit(random, { siteId, visitorId, sessionId, startMs }))
  }
  for (let goal = 0; goal < visits / 10; goal++) {
    const known = pick(random, events)
    events.push({
      ...anEvent({ siteId, kind: 'goal', origin: 'server', host: '', path: '/', device: '' }),
      touch: 'internal',
      channel: '',
      timestampMs: known.timestampMs + Math.floor((random() * dayMs) / 2),
      visitorId: known.visitorId,
      sessionId: random() < 0.5 ? known.sessionId : '',
      name: pick(random, ['paid', 'signup']),
    })
  }
  const entries = Array.from({ length: Math.ceil(visits / 8) }, (_, index) =>
    randomMoney(random, { siteId, index, fromMs, days }),
  ).flat()
  return { events, entries }
}

/** Session ids that clients use again after more than a day of silence: each is another visit. */
function lastingIds() {
  const used: { visitorId: string; startMs: number }[] = []
  return {
    isFree(visitorId: string, startMs: number): boolean {
      const isFree = used
        .filter((other) => other.visitorId === visitorId)
        .every((other) => Math.abs(other.startMs - startMs) > 1.5 * dayMs)
      if (isFree) used.push({ visitorId, startMs })
      return isFree
    },
  }
}

const nasty = "o'brien \\'; drop table events; --"

function randomVisit(
  random: () => number,
  named: { siteId: string; visitorId: string; sessionId: string; startMs: number },
): StoredEvent[] {
  const { siteId, visitorId, sessionId, startMs } = named
  const touch = pick(random, ['direct', 'source', 'source', 'internal', 'continuation'] as const)
  const isSource = touch === 'source' || touch === 'continuation'
  const source = isSource ? pick(random, ['google', 'reddit', nasty]) : ''
  const visitor = {
    siteId,
    visitorId,
    sessionId,
    sessionDay: Math.floor(startMs / dayMs),
    ...pick(random, [
      { device: 'mobile', browser: 'Safari', os: 'iOS', osVersion: '26', language: 'de-DE' },
      { device: 'desktop', browser: 'Firefox', os: 'Linux', osVersion: '', language: 'sv-SE' },
    ]),
    screenWidth: pick(random, [0, 599, 600, 1440, 1600]),
    browserVersion: pick(random, ['145', '26']),
    ...pick(random, [
      { country: 'SE', region: 'Skåne', city: 'Malmö' },
      { country: 'IN', region: '', city: '' },
    ]),
  }
  const hits = 1 + Math.floor(random() * 6)
  // Sometimes a goal comes before the first page view.
  const landing = hits > 1 && random() < 0.1 ? 1 : 0
  let timestampMs = startMs
  return Array.from({ length: hits }, (_, index): StoredEvent => {
    // Never two hits of a visit in one millisecond, never 30 idle minutes.
    timestampMs += index === 0 ? 0 : 1 + Math.floor(random() ** 3 * 29 * minuteMs)
    const kinds = ['pageview', 'pageview', 'goal', 'engagement', 'identify'] as const
    const isLanding = index === landing
    const kind = isLanding ? 'pageview' : index < landing ? 'goal' : pick(random, kinds)
    const joins = index > landing && kind === 'pageview' && random() < 0.15
    return {
      ...anEvent(visitor),
      timestampMs,
      kind,
      touch: isLanding ? touch : joins ? 'source' : 'internal',
      source: isLanding ? source : joins ? pick(random, ['google', 'newsletter']) : '',
      channel: channelOf({ isLanding, isSource, joins }),
      medium: isLanding && isSource ? pick(random, ['organic', 'cpc']) : '',
      campaign: isLanding && isSource ? pick(random, ['', 'Autumn 100%']) : '',
      term: isLanding && isSource ? pick(random, ['', 'shoes']) : '',
      content: isLanding && isSource ? pick(random, ['', 'a_b']) : '',
      clickId: isLanding && isSource ? pick(random, ['', 'gclid']) : '',
      referrerHost: isLanding && isSource ? 'www.google.com' : '',
      host: pick(random, ['shop.example', 'blog.shop.example']),
      path: pick(random, ['/', '/pricing', '/Ärger', '/pricing/100%']),
      name: kind === 'goal' ? pick(random, ['signup', 'add to cart']) : '',
      properties: kind === 'goal' ? pick(random, properties) : '',
      engagedMs: kind === 'engagement' ? 1000 : 0,
    }
  })
}

const properties = [
  '',
  '{"plan":"pro"}',
  '{"plan":"o\'brien","seats":5}',
  '{"seats":5}',
  '{"plan":""}',
]

function channelOf({
  isLanding,
  isSource,
  joins,
}: {
  isLanding: boolean
  isSource: boolean
  joins: boolean
}) {
  if (isLanding) return isSource ? 'Organic Search' : 'Direct'
  return joins ? 'Email' : ''
}

function randomMoney(
  random: () => number,
  { siteId, index, fromMs, days }: { siteId: string; index: number; fromMs: number; days: number },
): PaymentEntry[] {
  const atMs = fromMs + Math.floor(random() * days * dayMs)
  const visitorId = random() < 0.8 ? `visitor-${Math.floor(random() * 45)}` : ''
  const other = `visitor-${Math.floor(random() * 40)}`
  const renewal = random() < 0.2
  const payment: PaymentEntry = {
    siteId,
    paymentId: `payment-${index}`,
    entryId: 'payment',
    kind: 'payment',
    atMs,
    paidAtMs: atMs,
    pathAtMs: renewal ? atMs - 3 * dayMs : atMs,
    amountMinor: random() < 0.1 ? 0 : 1 + Math.floor(random() * 10_000),
    currency: random() < 0.15 ? 'CLP' : 'EUR',
    ...randomCosts(random),
    ...unconverted,
    provider: pick(random, ['stripe', 'paddle']),
    renewal,
    trial: random() < 0.1,
    product: pick(random, ['', 'Pro', nasty]),
    customer: visitorId !== '' && random() < 0.5 ? `customer of ${visitorId}` : '',
    ...pick(random, [
      { subscription: '', intervalMonths: 0 },
      { subscription: `subscription-${index % 9}`, intervalMonths: pick(random, [0, 1, 12]) },
    ]),
    visitorId,
    pathVisitorIds:
      visitorId === ''
        ? []
        : random() < 0.2 && other !== visitorId
          ? [visitorId, other]
          : [visitorId],
    linkMethod: visitorId === '' ? 'none' : pick(random, ['ids', 'time'] as const),
    removed: false,
    version: 1,
  }
  // For some days a rate is known.
  const rate = payment.currency === 'CLP' && index % 2 === 0 ? 2 : 0
  const converted = rate === 0 ? [payment] : [{ ...payment, ...inEuros(payment, rate) }]
  if (random() > 0.3 || payment.amountMinor < 2) return converted
  const refund: PaymentEntry = {
    ...payment,
    entryId: 'refund:1',
    kind: 'refund',
    atMs: atMs + Math.floor(random() * 3 * dayMs),
    amountMinor: -Math.ceil(payment.amountMinor * random()),
    taxMinor: -Math.floor(payment.taxMinor * random()),
    feeMinor: 0,
  }
  const fee: PaymentEntry = {
    ...refund,
    ...{ entryId: 'fee:1', kind: 'fee', amountMinor: 0, taxMinor: 0 },
    feeMinor: Math.floor(random() * 400) - 200,
  }
  const back = random() < 0.5 ? [refund] : [refund, fee]
  return [
    ...converted,
    ...back.map((one) => (rate === 0 ? one : { ...one, ...inEuros(one, rate) })),
  ]
}

function randomCosts(random: () => number) {
  const [taxKnown, feesKnown] = [random() < 0.7, random() < 0.7]
  return {
    ...{ taxKnown, taxMinor: taxKnown ? Math.floor(random() * 900) : 0 },
    ...{ feesKnown, feeMinor: feesKnown ? Math.floor(random() * 300) : 0 },
  }
}

const unconverted = {
  ...{ reportingCurrency: '', reportingMinor: 0, rate: 0, rateDay: '' },
  ...{ reportingTaxMinor: 0, reportingFeeMinor: 0 },
}

function inEuros({ amountMinor, taxMinor, feeMinor }: PaymentEntry, rate: number) {
  const reportingMinor = amountMinor * rate
  const costs = { reportingTaxMinor: taxMinor * rate, reportingFeeMinor: feeMinor * rate }
  return { reportingCurrency: 'EUR', reportingMinor, ...costs, rate, rateDay: '2026-10-19' }
}

function pick<Value>(random: () => number, values: readonly Value[]): Value {
  return values[Math.floor(random() * values.length)] as Value
}

/** Mulberry32: small, and the same everywhere. */
function generator(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
