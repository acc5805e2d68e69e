import { readPageUrl } from '@tributary/server/acquisition/page-address.ts'
import { readLanding } from '@tributary/server/acquisition/read-landing.ts'
import type { Collector } from '@tributary/server/collect/collector.ts'
import { readHitRequest } from '@tributary/server/collect/hit-request.ts'
import { receiveHit } from '@tributary/server/collect/receive-hit.ts'
import type { Identities } from '@tributary/server/identities/record-identify.ts'
import type { Ledger } from '@tributary/server/payments/ledger/known-fact.ts'
import { recordPayment } from '@tributary/server/payments/ledger/record-payment.ts'
import { subscriptionFact } from '@tributary/server/payments/providers/wire/subscriptions.ts'
import { recordSubscriptions } from '@tributary/server/payments/subscriptions/record-subscriptions.ts'
import type { Site } from '@tributary/server/site.ts'
import type { Engine } from '@tributary/server/store/events/engine.ts'
import type { StoredEvent } from '@tributary/server/store/events/event.ts'
import { eventLine } from '@tributary/server/store/events/event-line.ts'
import { type BotVisit, type ShopOptions, shopDays } from './shop-days.ts'
import type { ShopPayment } from './till.ts'
import type { Classify } from './visit.ts'

/** Where a generated shop goes: events straight into the engine, money through the ledger. */
export interface ShopStores {
  engine: Engine
  ledger: Ledger
  collector: Collector
  identities: Identities
}

/** What was generated, and the totals that reports must show. */
export interface ShopTotals {
  events: number
  payments: number
  /** Hits of crawlers, all of which the collector refused. */
  bots: number
  /** Net of refunds, minor units by currency. */
  netMinor: Record<string, number>
}

/** Rows of one insert: few enough for memory, many enough for few parts. */
const batchRows = 100_000

/** The domain of a generated shop's site, unless another is named. */
export const shopDomain = 'fernwood.example'

/** The collector's own rules, so that demo sources are named as real ones would be. */
export function classifyFor(domain: string): Classify {
  return (landingUrl, referrer) => {
    const page = readPageUrl(landingUrl)
    if (page === undefined) throw new Error(`${landingUrl} is no address`)
    return { ...readLanding(page, referrer, [domain]).acquisition }
  }
}

/** What to load, and how its payments are reported. */
export interface ShopToLoad extends Omit<ShopOptions, 'classify' | 'siteId' | 'domain'> {
  site: Site
  /** Stripe by default. */
  providerOf?: (payment: ShopPayment) => string
  /** Whether providers say what their subscriptions are, which PayPal does not. */
  statesSubscriptions?: boolean
}

/** Generates a shop and stores it; `onDay` reports progress. The same options give the same rows. */
export async function loadShop(
  { engine, ledger, collector, identities }: ShopStores,
  { site, providerOf = () => 'stripe', statesSubscriptions = false, ...shop }: ShopToLoad,
  onDay: (done: number, events: number) => void = () => undefined,
): Promise<ShopTotals> {
  const domain = site.domains[0] ?? shopDomain
  const options: ShopOptions = { ...shop, siteId: site.id, domain, classify: classifyFor(domain) }
  const totals: ShopTotals = { events: 0, payments: 0, bots: 0, netMinor: {} }
  let done = 0
  for (const { startMs, events, payments, bots } of shopDays(options)) {
    const name = `shop-${options.siteId}-${options.seed}-${startMs}`
    await insertEvents(engine, name, events)
    for (const paid of payments) {
      const payment = statesSubscriptions ? paid : { ...paid, subscription: undefined }
      const { customerEmail: email, identifiedVisitorId: visitorId } = payment
      if (visitorId) await identities.record(site, { visitorId, email, origin: 'client' })
      const place = { siteId: site.id, provider: providerOf(payment) }
      await report(ledger, place, payment, totals)
      if (place.provider !== 'paypal') {
        await tellSubscription(ledger, place, payment, shop.endMs)
      }
    }
    for (const bot of bots) await sendBot(collector, options, bot)
    totals.bots += bots.length
    totals.events += events.length
    onDay(++done, totals.events)
  }
  return totals
}

async function insertEvents(
  engine: Engine,
  name: string,
  events: readonly StoredEvent[],
): Promise<void> {
  for (let start = 0; start < events.length; start += batchRows) {
    const lines = events.slice(start, start + batchRows).map(eventLine)
    await engine.insertLines('events', Buffer.from(lines.join('')), {
      deduplicationToken: `${name}-${start}`,
    })
  }
}

/** Crawlers are sent through the collector like browsers, to show that it refuses them. */
async function sendBot(
  collector: Collector,
  { siteId, domain }: Pick<ShopOptions, 'siteId' | 'domain'>,
  { userAgent, path }: BotVisit,
) {
  const hit = { siteId, type: 'pageview', url: `https://${domain}${path}` }
  const from = { address: '', addressGroup: '', bytes: 0 }
  const request = readHitRequest({ 'user-agent': userAgent }, from)
  const { dropped } = await collector.collect(receiveHit(hit), request)
  if (dropped !== 'bot') throw new Error(`a crawler (${userAgent}) was not recognised`)
}

/** Reports a sale, or a refund of one, to the ledger, as the shop's server would. */
async function report(
  ledger: Ledger,
  { siteId, provider }: { siteId: string; provider: string },
  payment: ShopPayment,
  totals: ShopTotals,
): Promise<void> {
  const { currency, amountMinor, refundedMinor } = payment
  const refund =
    refundedMinor === undefined
      ? null
      : ({ kind: 'total', amountMinor: refundedMinor, atMs: payment.atMs } as const)
  await recordPayment(
    ledger,
    siteId,
    {
      source: 'api',
      provider,
      providerPaymentId: payment.providerPaymentId,
      amountMinor,
      currency,
      paidAtMs: refund === null ? payment.atMs : null,
      renewal: payment.renewal,
      trial: null,
      customerId: payment.customerId,
      subscriptionId: payment.subscription?.id ?? null,
      customerEmail: payment.customerEmail,
      visitorId: payment.visitorId ?? null,
      sessionId: payment.sessionId ?? null,
      metadata: null,
      refund,
    },
    payment.atMs,
  )
  if (refund === null) totals.payments += 1
  totals.netMinor[currency] =
    (totals.netMinor[currency] ?? 0) + (refund ? -refund.amountMinor : amountMinor)
}

/** Reports the start and the end of a subscription, as a provider's events would. */
async function tellSubscription(
  { control }: Ledger,
  { siteId, provider }: { siteId: string; provider: string },
  { subscription, customerId, amountMinor, currency, atMs, ...payment }: ShopPayment,
  nowMs: number,
): Promise<void> {
  if (subscription === undefined || payment.refundedMinor !== undefined) return
  const { id: subscriptionId, plan, endsMs } = subscription
  const price = {
    unitMinor: String(amountMinor),
    quantity: 1,
    unit: 'month',
    unitCount: 1,
  } as const
  const stateOf = (status: 'active' | 'ended') => ({
    ...{ status, currency, items: [{ plan, product: 'Fernwood Pro', ...price }] },
    ...{ discountIds: [], cancelAtMs: null },
  })
  const about = { provider, subscriptionId, customerId }
  const begun = subscriptionFact({ ...about, atMs, state: stateOf('active'), startedMs: atMs })
  const ended = endsMs !== undefined && endsMs <= nowMs
  const facts = [
    ...(payment.renewal ? [] : [begun]),
    ...(ended ? [subscriptionFact({ ...about, atMs: endsMs, state: stateOf('ended') })] : []),
  ]
  const source = `webhook:${provider}`
  await control.transaction((db) => recordSubscriptions(db, siteId, facts, { source, nowMs: atMs }))
}
