import { Annotations } from './annotations.ts'
import type { Reconciliation, ReconciliationQuery } from './contract/ledger.ts'
import type { ExportQuery, PaymentsList, PaymentsQuery } from './contract/lists.ts'
import type {
  EventInput,
  EventsResult,
  GoalInput,
  GoalResult,
  IdentifyInput,
  IdentifyResult,
  PaymentInput,
  PaymentResult,
} from './inputs.ts'
import { openExport } from './open-export.ts'
import type { Erasure, Payment, Visitor } from './outputs.ts'
import { Questions } from './questions.ts'
import type { QueryInput, Report } from './report.ts'
import {
  type Caller,
  type CallOptions,
  callerOf,
  type Fetch,
  type SendSettings,
  toCall,
} from './send.ts'
import { Spend } from './spend.ts'

export interface TributaryOptions {
  /** The address of your Tributary, such as `https://stats.example.com`. */
  url: string | undefined
  /** An API key of the site, from its settings. Keep it on the server. */
  key: string | undefined
  /** How often a call is retried; 3 when absent. */
  retries?: number
  /** How long one attempt may take; when absent 45 seconds for reports, and 10 for everything else. */
  timeoutMs?: number
  /**
   * The longest pause before a retry; 30 seconds when absent. When the server asks for a longer one, as for a
   * used-up rate limit, the call fails at once.
   */
  maxWaitMs?: number
  /** The runtime's own when absent. */
  fetch?: Fetch
}

export interface NamedCallOptions extends CallOptions {
  /**
   * A name for this very goal or batch, at most 255 characters: within 24 hours it is counted once, however often it
   * is sent. Set it when your own code may run twice, as for a webhook. Without it every call gets a new name, so
   * that at least its own retries are counted once.
   */
  idempotencyKey?: string
}

/**
 * A site's connection to Tributary. Make one and keep it; it holds nothing but its settings.
 *
 * Failures that pass are met with repeats: no connection, no answer in time, 429 and 5xx, with growing
 * random pauses and never sooner than the server asks. No repeat ever counts anything twice. What
 * remains is thrown as a `TributaryError`.
 *
 * @example
 * ```ts
 * import { Tributary, TributaryApiError, TributaryError } from '@tributary/sdk'
 *
 * const tributary = new Tributary({ url: process.env.TRIBUTARY_URL, key: process.env.TRIBUTARY_KEY })
 *
 * try {
 *   await tributary.recordGoal({ event: '' })
 * } catch (error) {
 *   if (error instanceof TributaryApiError) console.log(error.kind, error.message)
 *   // invalid event parameter is required
 *   else if (error instanceof TributaryError) console.log('no answer', error)
 *   else throw error
 * }
 * ```
 */
export class Tributary {
  /** The reports other than `query`: funnels, journeys, cohorts, realtime and the like. */
  readonly ask: Questions
  /** Ad spend and its results. */
  readonly spend: Spend
  /** Notes on the time line. */
  readonly annotations: Annotations
  readonly #settings: SendSettings
  readonly #call: Caller

  constructor(options: TributaryOptions) {
    this.#settings = settingsOf(options)
    this.#call = callerOf(this.#settings)
    this.ask = new Questions(this.#call)
    this.spend = new Spend(this.#call)
    this.annotations = new Annotations(this.#call)
  }

  /**
   * Records that a visitor reached a goal. On the server's disk when it resolves.
   *
   * @example
   * ```ts
   * import { Tributary } from '@tributary/sdk'
   *
   * const tributary = new Tributary({ url: process.env.TRIBUTARY_URL, key: process.env.TRIBUTARY_KEY })
   *
   * const { message } = await tributary.recordGoal({
   *   event: 'signup',
   *   value: 49.99,
   *   visitorId: 'v_5f3a9c',
   *   sessionId: 's_81b2d0',
   *   path: '/pricing',
   * })
   * console.log(message) // Goal "signup" tracked
   * ```
   */
  recordGoal(goal: GoalInput, options: NamedCallOptions = {}): Promise<GoalResult> {
    return this.#call('POST /api/v1/goal', { body: goal, ...named(options) })
  }

  /**
   * Records a payment, or what is new about one: a refund, the ids, a field that was empty. It is
   * known by `provider` and `providerPaymentId`, so sending it again never counts it again.
   *
   * @example
   * ```ts
   * import { Tributary } from '@tributary/sdk'
   *
   * const tributary = new Tributary({ url: process.env.TRIBUTARY_URL, key: process.env.TRIBUTARY_KEY })
   *
   * const payment = { provider: 'stripe', providerPaymentId: 'pi_3PqX2e', amount: 49.99 }
   * const { paymentId } = await tributary.recordPayment({ ...payment, visitorId: 'v_5f3a9c' })
   *
   * // Later, when 10 dollars go back:
   * await tributary.recordPayment({ ...payment, refunded: true, refundedAmount: 10 })
   * console.log(paymentId)
   * ```
   */
  recordPayment(payment: PaymentInput, options: CallOptions = {}): Promise<PaymentResult> {
    return this.#call('POST /api/v1/payment', { body: payment, ...options })
  }

  /**
   * Records up to 1,000 page views, goals and identifies that your server saw itself or that lie in the
   * past. A bad one does not hold up the others: it comes back in `rejected`. The key needs the scope
   * `events:write`.
   *
   * A batch is taken once, however often it has to be sent. Events in two batches are two events.
   *
   * @example
   * ```ts
   * import { Tributary } from '@tributary/sdk'
   *
   * const tributary = new Tributary({ url: process.env.TRIBUTARY_URL, key: process.env.TRIBUTARY_KEY })
   *
   * const { accepted, rejected } = await tributary.recordEvents([
   *   {
   *     type: 'pageview',
   *     visitorId: 'v_5f3a9c',
   *     timestamp: new Date(Date.now() - 60_000),
   *     url: 'https://shop.example/?utm_source=newsletter',
   *     title: 'Home',
   *     userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
   *     country: 'DE',
   *   },
   *   { type: 'goal', visitorId: 'v_5f3a9c', path: '/pricing', name: 'plan-chosen', value: 20 },
   * ])
   * console.log(accepted, rejected) // 2 []
   * ```
   */
  recordEvents(
    events: readonly EventInput[],
    options: NamedCallOptions = {},
  ): Promise<EventsResult> {
    return this.#call('POST /api/v1/events', { body: { events: [...events] }, ...named(options) })
  }

  /**
   * Tells who a visitor is, so that later payments find them by e-mail where the site allows it.
   *
   * @example
   * ```ts
   * import { Tributary } from '@tributary/sdk'
   *
   * const tributary = new Tributary({ url: process.env.TRIBUTARY_URL, key: process.env.TRIBUTARY_KEY })
   *
   * await tributary.identify({ visitorId: 'v_5f3a9c', email: 'ana@example.com', userId: 'user_1042' })
   * ```
   */
  identify(identity: IdentifyInput, options: CallOptions = {}): Promise<IdentifyResult> {
    return this.#call('POST /api/v1/identify', { body: identity, ...options })
  }

  /**
   * One visitor's totals, sessions and page views, everything recorded so far included; undefined for
   * a visitor the site has not seen. For more than fits, ask again with `before`.
   *
   * @example
   * ```ts
   * import { Tributary } from '@tributary/sdk'
   *
   * const tributary = new Tributary({ url: process.env.TRIBUTARY_URL, key: process.env.TRIBUTARY_KEY })
   *
   * const visitor = await tributary.findVisitor('v_5f3a9c')
   * console.log(visitor?.sessionCount, visitor?.pageViews[0]?.path)
   * ```
   */
  findVisitor(
    visitorId: string,
    options: CallOptions & { limit?: number; before?: string | Date } = {},
  ): Promise<Visitor | undefined> {
    const { limit, before, signal } = options
    const query = {
      visitorId,
      limit,
      before: before instanceof Date ? before.toISOString() : before,
    }
    return this.#call('GET /api/v1/visitor', { query, signal, notFound: 'Visitor not found' })
  }

  /**
   * One payment with its refunds and the evidence for its visitor, by the id that recording it
   * answered or by any id that the provider uses for it; undefined when there is none.
   *
   * @example
   * ```ts
   * import { Tributary } from '@tributary/sdk'
   *
   * const tributary = new Tributary({ url: process.env.TRIBUTARY_URL, key: process.env.TRIBUTARY_KEY })
   *
   * const payment = await tributary.findPayment({
   *   provider: 'stripe',
   *   providerPaymentId: 'pi_3PqX2e',
   * })
   * console.log(payment?.netAmount, payment?.visitorId, payment?.link.method)
   * ```
   */
  findPayment(
    payment: { paymentId: string } | { provider: string; providerPaymentId: string },
    { signal }: CallOptions = {},
  ): Promise<Payment | undefined> {
    const call = { query: payment, signal, notFound: 'Payment not found' }
    return this.#call('GET /api/v1/payment', call)
  }

  /**
   * Asks a report, in the words that the dashboard uses too. The key needs the scope `stats:read`.
   *
   * @example
   * ```ts
   * import { Tributary } from '@tributary/sdk'
   *
   * const tributary = new Tributary({ url: process.env.TRIBUTARY_URL, key: process.env.TRIBUTARY_KEY })
   *
   * const { rows, totals, currency } = await tributary.query({
   *   metrics: ['visitors', 'revenue'],
   *   dimensions: ['source'],
   *   dateRange: '30d',
   *   orderBy: [['revenue', 'desc']],
   * })
   * for (const { source, revenue } of rows) console.log(source, revenue, currency)
   * console.log(totals.visitors)
   * ```
   */
  query(question: QueryInput, options: CallOptions = {}): Promise<Report> {
    return this.#call('POST /api/v1/query', { body: question, ...options })
  }

  /**
   * Forgets what the site knows about one person; payments stay, without what names anybody. Undefined
   * when there is nothing to forget, or when an attempt whose answer was lost did it. The key needs the scope `events:write`.
   *
   * @example
   * ```ts
   * import { Tributary } from '@tributary/sdk'
   *
   * const tributary = new Tributary({ url: process.env.TRIBUTARY_URL, key: process.env.TRIBUTARY_KEY })
   *
   * const erasure = await tributary.eraseVisitor('v_5f3a9c')
   * console.log(erasure?.message) // Visitor erased
   * ```
   */
  eraseVisitor(visitorId: string, { signal }: CallOptions = {}): Promise<Erasure | undefined> {
    return this.#call('DELETE /api/v1/visitor', {
      query: { visitorId },
      signal,
      notFound: 'Visitor not found',
      leastTimeoutMs: erasureMs,
    })
  }

  /**
   * The latest payments, a page after the other, narrowed by what they are or by how they are linked.
   *
   * @example
   * ```ts
   * import { Tributary } from '@tributary/sdk'
   *
   * const tributary = new Tributary({ url: process.env.TRIBUTARY_URL, key: process.env.TRIBUTARY_KEY })
   *
   * const { payments, nextCursor } = await tributary.listPayments({ limit: 50 })
   * for (const { amount, currency, visitorId } of payments) console.log(amount, currency, visitorId)
   * console.log(nextCursor)
   * ```
   */
  listPayments(query: PaymentsQuery = {}, options: CallOptions = {}): Promise<PaymentsList> {
    return this.#call('GET /api/v1/payments', { query, ...options })
  }

  /**
   * What the provider's account booked against the recorded payments, per day (UTC) and currency, with everything
   * that differs; the last 30 days by default. The account is connected by key. The key needs the scope `stats:read`.
   *
   * @example
   * ```ts
   * import { Tributary } from '@tributary/sdk'
   *
   * const tributary = new Tributary({ url: process.env.TRIBUTARY_URL, key: process.env.TRIBUTARY_KEY })
   *
   * const { days } = await tributary.reconcile({ from: '2026-11-01', to: '2026-11-20' })
   * for (const { day, state, items } of days) {
   *   if (state === 'differs') console.log(day, items)
   * }
   * ```
   */
  reconcile(query: ReconciliationQuery = {}, options: CallOptions = {}): Promise<Reconciliation> {
    return this.#call('GET /api/v1/reconciliation', { query, ...options })
  }

  /**
   * Everything the site has, as bytes to write to a file: NDJSON by default. The key needs the scope
   * `data:export`. It is sent once; after a cut, ask again with the `cursor` of the last checkpoint line.
   *
   * @example
   * ```ts
   * import { Tributary } from '@tributary/sdk'
   *
   * const tributary = new Tributary({ url: process.env.TRIBUTARY_URL, key: process.env.TRIBUTARY_KEY })
   *
   * let bytes = 0
   * for await (const chunk of await tributary.exportSite({ parts: 'payments' })) bytes += chunk.length
   * console.log(bytes > 0) // true
   * ```
   */
  exportSite(
    query: ExportQuery = {},
    { signal }: CallOptions = {},
  ): Promise<ReadableStream<Uint8Array>> {
    return openExport(this.#settings, toCall('GET /api/v1/export', { query, signal }))
  }
}

/** A name for a call without an identity of its own. */
function named(options: NamedCallOptions): NamedCallOptions {
  return { ...options, idempotencyKey: options.idempotencyKey ?? crypto.randomUUID() }
}

/** An erasure rewrites stored events; one that is retried after a lost answer finds nothing to erase. */
const erasureMs = 120_000

function settingsOf(options: TributaryOptions): SendSettings {
  const { url = '', key = '', retries = 3, timeoutMs, maxWaitMs = 30_000 } = options
  if (!/^https?:\/\/[^/]/.test(url)) {
    throw new TypeError('url must be the address of your Tributary, beginning with http(s)://')
  }
  if (!/^[\x21-\x7e]+$/.test(key)) throw new TypeError('key must be an API key')
  return {
    url: url.replace(/\/+$/, ''),
    key,
    retries,
    timeoutMs,
    maxWaitMs,
    // Not detached from the global object: some runtimes refuse to be called without it.
    fetch: options.fetch ?? ((address, init) => globalThis.fetch(address, init)),
  }
}
