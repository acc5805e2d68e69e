import { brandName, providers } from '@tributary/contract/brands.ts'
import type { QueryInput, ReportRow } from '@tributary/contract/query.ts'
import type { Asking } from '../answers/answers.ts'
import { summarise } from '../payments/list-payments.ts'
import { listLargestPayments } from '../payments/rows/payment-pages.ts'
import type { reportAnswerers } from '../reports/answerers.ts'
import { readQuery } from '../reports/read-query.ts'
import type { Site } from '../site.ts'
import type { ControlStore } from '../store/control/control-store.ts'
import type { EventStore } from '../store/events/event-store.ts'
import { addDays, startOfDay } from '../time/local-time.ts'
import type { DigestPeriod } from './digest-period.ts'

/** The sources of the figures; flushed before, so that nothing acknowledged is missing. */
export interface DigestSources {
  control: ControlStore
  answers: Asking<typeof reportAnswerers>
  events: Pick<EventStore, 'flush' | 'readWhole'>
  payments: { flush(): Promise<unknown> }
}

export interface DigestFigure {
  value: number
  /** Relative to the previous period; null if that had none. */
  change: number | null
}

/** The figures of a digest. Money in major units of the site's currency. */
export interface DigestFigures {
  visitors: DigestFigure
  revenue: DigestFigure
  /** Revenue after tax and fees, and the share of payments with known fees; undefined without any. */
  takeHome: { value: number; feesKnown: number } | undefined
  conversionRate: DigestFigure
  /** `source` is undefined for unattributed revenue. */
  sources: { source: string | undefined; revenue: number; visitors: number }[]
  largest: { amount: number; currency: string; day: string; product: string }[]
  isEmpty: boolean
}

const metrics = ['visitors', 'revenue', 'conversionRate', 'payments'] as const
const sourcesShown = 5
const paymentsShown = 3
/** How many payments of each currency are read for these: some may have been refunded. */
const largestLookedAt = 100

/** Adds up a period, as the dashboard would for the same days. */
export async function gatherDigest(
  sources: DigestSources,
  site: Site,
  { first, last, before }: DigestPeriod,
  nowMs: number,
): Promise<DigestFigures> {
  await sources.events.flush()
  await sources.payments.flush()
  const ask = (input: QueryInput) =>
    sources.events.readWhole([site.id], () =>
      sources.answers.ask('query', readQuery(input, site, nowMs), nowMs),
    )
  const compare: [string, string] = [before.first, before.last]
  const dateRange: [string, string] = [first, last]
  const [whole, bySource, largest] = await Promise.all([
    ask({ metrics: [...metrics, 'takeHome', 'feesKnown'], dateRange, compare }),
    ask({
      metrics: ['revenue', 'visitors'],
      dimensions: ['source'],
      dateRange,
      orderBy: [['revenue', 'desc']],
      limit: sourcesShown,
    }),
    largestPayments(sources.control, site, {
      fromMs: startOfDay(first, site.timezone),
      toMs: startOfDay(addDays(last, 1), site.timezone),
    }),
  ])
  const { totals, comparison } = whole
  const figure = (name: (typeof metrics)[number]): DigestFigure => ({
    value: numberOf(totals, name),
    change: comparison?.change.totals[name] ?? null,
  })
  const feesKnown = numberOf(totals, 'feesKnown')
  return {
    visitors: figure('visitors'),
    revenue: figure('revenue'),
    takeHome: feesKnown > 0 ? { value: numberOf(totals, 'takeHome'), feesKnown } : undefined,
    conversionRate: figure('conversionRate'),
    sources: bySource.rows
      .filter((row) => typeof row.source === 'string')
      .map((row) => ({
        source: row.notLinked === true ? undefined : String(row.source),
        revenue: numberOf(row, 'revenue'),
        visitors: numberOf(row, 'visitors'),
      })),
    largest,
    isEmpty:
      numberOf(totals, 'visitors') === 0 &&
      numberOf(totals, 'revenue') === 0 &&
      numberOf(totals, 'payments') === 0,
  }
}

function numberOf(row: ReportRow, name: string): number {
  const value = row[name]
  return typeof value === 'number' ? value : 0
}

async function largestPayments(
  control: ControlStore,
  site: Site,
  range: { fromMs: number; toMs: number },
): Promise<DigestFigures['largest']> {
  const asked = { siteId: site.id, ...range }
  const candidates = await listLargestPayments(control.db, asked, largestLookedAt)
  const found = await summarise(control, candidates)
  // Payments without a rate to the site's currency cannot be compared, so they are left out.
  const comparable = found.flatMap(({ summary: payment }) => {
    const amount = payment.reported?.netAmount ?? payment.netAmount
    const isOwn = payment.reported !== null || payment.currency === site.currency
    return isOwn && amount > 0 ? [{ payment, amount }] : []
  })
  return comparable
    .sort((a, b) => b.amount - a.amount || (a.payment.paymentId < b.payment.paymentId ? -1 : 1))
    .slice(0, paymentsShown)
    .map(({ payment, amount }) => ({
      amount,
      currency: site.currency,
      day: payment.timestamp,
      product: payment.product ?? brandName(providers, payment.provider),
    }))
}
