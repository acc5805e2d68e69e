import type { SubscriptionReport, SubscriptionReportInput } from './contract/ledger.ts'
import type {
  Cohorts,
  CohortsInput,
  Goals,
  GoalsInput,
  Realtime,
  RealtimeInput,
  Visitors,
  VisitorsInput,
} from './contract/people.ts'
import type {
  Funnel,
  FunnelInput,
  Journeys,
  JourneysInput,
  ModelComparison,
  ModelsInput,
  Paths,
  PathsInput,
} from './contract/ways.ts'
import type { Caller, CallOptions } from './send.ts'

/** The reports other than `query`, each with its own method; `tributary.ask`. The key needs `stats:read`. */
export class Questions {
  readonly #call: Caller

  /** Made by `Tributary`. */
  constructor(call: Caller) {
    this.#call = call
  }

  /**
   * What each attribution model credits each source with, side by side, and what moves between them.
   *
   * @example
   * ```ts
   * import { Tributary } from '@tributary/sdk'
   *
   * const tributary = new Tributary({ url: process.env.TRIBUTARY_URL, key: process.env.TRIBUTARY_KEY })
   *
   * const { rows } = await tributary.ask.models({ dateRange: '30d', models: ['first', 'last'] })
   * console.log(rows.length)
   * ```
   */
  models(question: ModelsInput, options: CallOptions = {}): Promise<ModelComparison> {
    return this.#call('POST /api/v1/models', { body: question, ...options })
  }

  /**
   * The ways on which people came to their first payment, the most frequent first.
   *
   * @example
   * ```ts
   * import { Tributary } from '@tributary/sdk'
   *
   * const tributary = new Tributary({ url: process.env.TRIBUTARY_URL, key: process.env.TRIBUTARY_KEY })
   *
   * const { topPaths } = await tributary.ask.paths({ dateRange: '90d' })
   * for (const { path, revenue } of topPaths) console.log(path.join(' > '), revenue)
   * ```
   */
  paths(question: PathsInput, options: CallOptions = {}): Promise<Paths> {
    return this.#call('POST /api/v1/paths', { body: question, ...options })
  }

  /**
   * Who is there now, and the last half hour by the minute.
   *
   * @example
   * ```ts
   * import { Tributary } from '@tributary/sdk'
   *
   * const tributary = new Tributary({ url: process.env.TRIBUTARY_URL, key: process.env.TRIBUTARY_KEY })
   *
   * const { minutes } = await tributary.ask.realtime()
   * console.log(minutes.length) // 30
   * ```
   */
  realtime(question: RealtimeInput = {}, options: CallOptions = {}): Promise<Realtime> {
    return this.#call('POST /api/v1/realtime', { body: question, ...options })
  }

  /**
   * How many people take each of several steps (pages and goals), and what they paid.
   *
   * @example
   * ```ts
   * import { Tributary } from '@tributary/sdk'
   *
   * const tributary = new Tributary({ url: process.env.TRIBUTARY_URL, key: process.env.TRIBUTARY_KEY })
   *
   * const { steps } = await tributary.ask.funnel({
   *   dateRange: '30d',
   *   steps: [{ page: '/pricing' }, { goal: 'signup' }],
   * })
   * for (const { count, conversionRate } of steps) console.log(count, conversionRate)
   * ```
   */
  funnel(question: FunnelInput, options: CallOptions = {}): Promise<Funnel> {
    return this.#call('POST /api/v1/funnel', { body: question, ...options })
  }

  /**
   * Which goals are reached, how often and by how many.
   *
   * @example
   * ```ts
   * import { Tributary } from '@tributary/sdk'
   *
   * const tributary = new Tributary({ url: process.env.TRIBUTARY_URL, key: process.env.TRIBUTARY_KEY })
   *
   * const { rows } = await tributary.ask.goals({ dateRange: '30d' })
   * for (const { goal, count } of rows) console.log(goal, count)
   * ```
   */
  goals(question: GoalsInput, options: CallOptions = {}): Promise<Goals> {
    return this.#call('POST /api/v1/goals', { body: question, ...options })
  }

  /**
   * Where people go next from a page or a goal, or where they came from.
   *
   * @example
   * ```ts
   * import { Tributary } from '@tributary/sdk'
   *
   * const tributary = new Tributary({ url: process.env.TRIBUTARY_URL, key: process.env.TRIBUTARY_KEY })
   *
   * const { nodes } = await tributary.ask.journeys({ dateRange: '30d', from: { page: '/pricing' } })
   * for (const { depth, name, visits } of nodes) console.log(depth, name, visits)
   * ```
   */
  journeys(question: JourneysInput, options: CallOptions = {}): Promise<Journeys> {
    return this.#call('POST /api/v1/journeys', { body: question, ...options })
  }

  /**
   * Who comes back, and what they are worth, by when their first visit was.
   *
   * @example
   * ```ts
   * import { Tributary } from '@tributary/sdk'
   *
   * const tributary = new Tributary({ url: process.env.TRIBUTARY_URL, key: process.env.TRIBUTARY_KEY })
   *
   * const { rows } = await tributary.ask.cohorts({ dateRange: '90d' })
   * for (const { cohort, visitors } of rows) console.log(cohort, visitors)
   * ```
   */
  cohorts(question: CohortsInput, options: CallOptions = {}): Promise<Cohorts> {
    return this.#call('POST /api/v1/cohorts', { body: question, ...options })
  }

  /**
   * MRR with everything that moved it, churn and trials, in total, per month and by source.
   *
   * @example
   * ```ts
   * import { Tributary } from '@tributary/sdk'
   *
   * const tributary = new Tributary({ url: process.env.TRIBUTARY_URL, key: process.env.TRIBUTARY_KEY })
   *
   * const { totals, rows } = await tributary.ask.subscriptions({ dateRange: '12mo' })
   * for (const { key, mrr, churnedMrr } of rows) console.log(key, mrr, churnedMrr)
   * console.log(totals.customers)
   * ```
   */
  subscriptions(
    question: SubscriptionReportInput,
    options: CallOptions = {},
  ): Promise<SubscriptionReport> {
    return this.#call('POST /api/v1/subscriptions/report', { body: question, ...options })
  }

  /**
   * Visitors with what they paid, a page after the other. The key needs the scope `visitors:read`.
   *
   * @example
   * ```ts
   * import { Tributary } from '@tributary/sdk'
   *
   * const tributary = new Tributary({ url: process.env.TRIBUTARY_URL, key: process.env.TRIBUTARY_KEY })
   *
   * const { rows, nextCursor } = await tributary.ask.visitors({ dateRange: '30d', limit: 50 })
   * console.log(rows.length, nextCursor)
   * ```
   */
  visitors(question: VisitorsInput, options: CallOptions = {}): Promise<Visitors> {
    return this.#call('POST /api/v1/visitors', { body: question, ...options })
  }
}
