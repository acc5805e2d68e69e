import type {
  SpendDeleted,
  SpendDeletion,
  SpendList,
  SpendQuery,
  SpendReport,
  SpendReportInput,
  SpendRowInput,
  SpendSaved,
} from './contract/spend.ts'
import type { Caller, CallOptions } from './send.ts'

/** Ad spend and its results; `tributary.spend`. Writing needs the scope `spend:write`. */
export class Spend {
  readonly #call: Caller

  /** Made by `Tributary`. */
  constructor(call: Caller) {
    this.#call = call
  }

  /**
   * Reports ad spend, up to 1,000 rows. A row is identified by its day and UTM values: reported again, it
   * is replaced.
   *
   * @example
   * ```ts
   * import { Tributary } from '@tributary/sdk'
   *
   * const tributary = new Tributary({ url: process.env.TRIBUTARY_URL, key: process.env.TRIBUTARY_KEY })
   *
   * const { saved } = await tributary.spend.record([
   *   { day: '2026-11-02', source: 'google', medium: 'cpc', campaign: 'brand', amount: 12.5, clicks: 31 },
   * ])
   * console.log(saved) // 1
   * ```
   */
  record(rows: readonly SpendRowInput[], options: CallOptions = {}): Promise<SpendSaved> {
    return this.#call('PUT /api/v1/spend', { body: { rows: [...rows] }, ...options })
  }

  /**
   * The rows as reported, the latest day first, page by page.
   *
   * @example
   * ```ts
   * import { Tributary } from '@tributary/sdk'
   *
   * const tributary = new Tributary({ url: process.env.TRIBUTARY_URL, key: process.env.TRIBUTARY_KEY })
   *
   * const { rows, nextCursor } = await tributary.spend.list({ from: '2026-11-01', to: '2026-11-30' })
   * console.log(rows.length, nextCursor)
   * ```
   */
  list(query: SpendQuery = {}, options: CallOptions = {}): Promise<SpendList> {
    return this.#call('GET /api/v1/spend', { query, ...options })
  }

  /**
   * Deletes one row by its id, or all of some days, a source or a campaign, and answers them.
   *
   * @example
   * ```ts
   * import { Tributary } from '@tributary/sdk'
   *
   * const tributary = new Tributary({ url: process.env.TRIBUTARY_URL, key: process.env.TRIBUTARY_KEY })
   *
   * const { deleted } = await tributary.spend.remove({ from: '2026-10-01', to: '2026-10-31' })
   * console.log(deleted)
   * ```
   */
  remove(which: SpendDeletion, options: CallOptions = {}): Promise<SpendDeleted> {
    return this.#call('DELETE /api/v1/spend', { query: which, ...options })
  }

  /**
   * Cost per customer, return on spend and days to payback, by source, medium and campaign by default.
   *
   * @example
   * ```ts
   * import { Tributary } from '@tributary/sdk'
   *
   * const tributary = new Tributary({ url: process.env.TRIBUTARY_URL, key: process.env.TRIBUTARY_KEY })
   *
   * const { rows, totals, currency } = await tributary.spend.report({ dateRange: '30d' })
   * for (const { campaign, spend, roas } of rows) console.log(campaign, spend, roas)
   * console.log(totals.cac, currency)
   * ```
   */
  report(question: SpendReportInput, options: CallOptions = {}): Promise<SpendReport> {
    return this.#call('POST /api/v1/spend/report', { body: question, ...options })
  }
}
