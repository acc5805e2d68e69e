import type { ImportNote } from '@tributary/contract/data-import.ts'
import { mostGoalValue } from '@tributary/contract/goal-limits.ts'
import { importSource } from '../../payments/ledger/order-facts.ts'
import { dayMs } from '../../time/durations.ts'
import type { ImportFormat, ImportItem, ReadContext, SourceFile } from '../import-item.ts'
import { csvColumns, csvRows } from '../reading/csv.ts'
import { linesOf } from '../reading/lines.ts'
import { readAmount, readTime, requireColumns } from './cells.ts'
import { Ga4Row } from './ga4-row.ts'
import { type ForeignHit, ImportedVisits } from './imported-visits.ts'
import { browserName, countryOf, deviceName, plain, systemName } from './names.ts'

/**
 * Events of Google Analytics 4 in the format of its BigQuery export (support.google.com/analytics/answer/7029846):
 * one JSON object a line, or CSV with nested columns as JSON.
 */
export const ga4Format: ImportFormat = {
  repeatsCount: false,
  async *read(files, context) {
    const reader = new Ga4Reader(context)
    for (const file of files) {
      for await (const { line, row, problem } of rowsOf(file)) {
        const place = { file: file.name, line }
        if (row === undefined) yield { ...place, kind: 'problem', message: problem ?? '' }
        else for (const item of reader.read(row)) yield { ...place, ...item }
      }
    }
    yield* reader.notes()
  },
}

interface RowAt {
  line: number
  row?: Ga4Row
  problem?: string
}

async function* rowsOf(file: SourceFile): AsyncGenerator<RowAt> {
  if (await beginsWithObject(file)) {
    for await (const { number, text, isTooLong } of linesOf(file.open())) {
      if (text.trim() === '' && !isTooLong) continue
      const row = isTooLong ? undefined : Ga4Row.ofJson(text)
      yield row === undefined
        ? { line: number, problem: 'this is not one JSON object, or longer than 1 MB' }
        : { line: number, row }
    }
    return
  }
  const columns = await csvColumns(file.open())
  requireColumns(
    columns,
    ['event_timestamp', 'event_name', 'user_pseudo_id'],
    'an export of GA4’s events',
  )
  for await (const { line, cells, problem } of csvRows(file.open())) {
    yield problem === undefined ? { line, row: Ga4Row.ofCells(cells) } : { line, problem }
  }
}

async function beginsWithObject(file: SourceFile): Promise<boolean> {
  for await (const { text } of linesOf(file.open())) {
    if (text.trim() !== '') return text.trimStart().startsWith('{')
  }
  return false
}

/** Events that GA4 collects automatically. They are no goals, and add nothing to page views. */
const automatic = new Set(['session_start', 'first_visit', 'first_open', 'scroll'])
/** Parameters of every event, which are no properties of a goal. */
const known = new Set([
  ...['page_location', 'page_referrer', 'page_title', 'ga_session_id', 'ga_session_number'],
  ...['engagement_time_msec', 'session_engaged', 'engaged_session_event', 'entrances'],
  ...['batch_ordering_id', 'batch_page_id', 'debug_mode', 'ignore_referrer'],
  ...['source', 'medium', 'campaign', 'term', 'content', 'gclid', 'dclid', 'srsltid'],
])

type Said = ImportItem extends infer Item
  ? Item extends ImportItem
    ? Omit<Item, 'file' | 'line'>
    : never
  : never

class Ga4Reader {
  #context: ReadContext
  #visits: ImportedVisits
  #hasPurchases = false
  #skipped = 0

  constructor(context: ReadContext) {
    this.#context = context
    this.#visits = new ImportedVisits(context)
  }

  *read(row: Ga4Row): Generator<Said> {
    const name = row.text('event_name')
    if (automatic.has(name)) {
      this.#skipped += 1
      return
    }
    const timestampMs = readTime(row.text('event_timestamp'), this.#context.nowMs)
    if (typeof timestampMs === 'object') {
      yield { kind: 'problem', message: timestampMs.problem }
      return
    }
    if (row.text('user_pseudo_id') === '') {
      const message =
        'user_pseudo_id is empty: the visitor had not consented, so GA4 does not know who it was'
      yield { kind: 'problem', message }
      return
    }
    const event = this.#visits.event(this.#hit(row, name, timestampMs))
    if ('problem' in event) {
      yield { kind: 'problem', message: event.problem }
      return
    }
    yield { kind: 'event', event }
    const userId = row.text('user_id')
    if (userId !== '') {
      const seen = { firstSeenMs: timestampMs, lastSeenMs: timestampMs }
      const { visitorId } = event
      yield {
        kind: 'identity',
        identity: { visitorId, kind: 'user', value: userId, origin: 'client', ...seen },
      }
    }
    if (name === 'purchase') yield this.#payment(row, event)
  }

  *notes(): Generator<ImportItem> {
    const note = (found: ImportNote): ImportItem => ({
      kind: 'note',
      file: '',
      line: 1,
      note: found,
    })
    if (this.#skipped > 0) {
      const names = [...automatic].join(', ')
      yield note({
        code: 'events-left-out',
        values: [String(this.#skipped), names],
        message: `${this.#skipped} events that GA4 makes by itself (${names}) are left out.`,
      })
    }
    if (this.#hasPurchases) {
      yield note({
        code: 'purchases-are-payments',
        values: [],
        message:
          'Purchases become payments of a provider called ga4. Where the same money also comes from your payment provider, it would count twice: leave them out of the file, or undo this import.',
      })
    }
  }

  #hit(row: Ga4Row, name: string, timestampMs: number): ForeignHit {
    const isGoal = name !== 'page_view' && name !== 'user_engagement'
    const { os, osVersion } = systemName(row.text('device.operating_system'))
    const value = Number(row.param('value') || Number.NaN)
    return {
      timestampMs,
      visitorId: row.text('user_pseudo_id'),
      sessionId: row.param('ga_session_id'),
      kind: isGoal ? 'goal' : name === 'page_view' ? 'pageview' : 'engagement',
      url: this.#address(row),
      referrer: row.param('page_referrer'),
      title: row.param('page_title'),
      name,
      value: Math.abs(value) <= mostGoalValue ? value : null,
      ...(isGoal && { properties: row.otherParams(known) }),
      engagedMs: isGoal ? 0 : Math.min(Number(row.param('engagement_time_msec')) || 0, dayMs),
      device: deviceName(row.text('device.category')),
      browser: browserName(row.text('device.web_info.browser') || row.text('device.browser')),
      browserVersion: (row.text('device.web_info.browser_version') || '').split('.')[0] ?? '',
      ...{ os, osVersion: osVersion || plain(row.text('device.operating_system_version')) },
      country: countryOf(row.text('geo.country')),
      region: plain(row.text('geo.region')),
      city: plain(row.text('geo.city')),
      language: row.text('device.language'),
    }
  }

  /** The page's address, with GA4's campaign if the address has none. */
  #address(row: Ga4Row): string {
    const host = row.text('device.web_info.hostname') || (this.#context.site.domains[0] ?? '')
    const url = URL.parse(row.param('page_location')) ?? URL.parse(`https://${host}/`)
    if (url === null) return ''
    const source = row.text('collected_traffic_source.manual_source')
    if (source !== '' && !url.searchParams.has('utm_source')) {
      url.searchParams.set('utm_source', source)
      for (const [tag, column] of [
        ['utm_medium', 'manual_medium'],
        ['utm_campaign', 'manual_campaign_name'],
        ['utm_term', 'manual_term'],
        ['utm_content', 'manual_content'],
      ] as const) {
        const value = plain(row.text(`collected_traffic_source.${column}`))
        if (value !== '') url.searchParams.set(tag, value)
      }
    }
    return url.href
  }

  #payment(
    row: Ga4Row,
    event: { visitorId: string; sessionId: string; timestampMs: number },
  ): Said {
    const id = plain(row.text('ecommerce.transaction_id') || row.param('transaction_id'))
    if (id === '') {
      return {
        kind: 'problem',
        message: 'the purchase has no transaction_id, so duplicates could not be recognised',
      }
    }
    const amount = row.param('value') || row.text('ecommerce.purchase_revenue')
    const currency = row.param('currency') || this.#context.site.currency
    // GA4 computes with floating-point numbers: 19.990000000000002 is 19.99.
    const read = readAmount(String(Math.round(Number(amount) * 1e6) / 1e6), currency)
    if ('problem' in read) return { kind: 'problem', message: `purchase: ${read.problem}` }
    this.#hasPurchases = true
    const { visitorId, sessionId, timestampMs } = event
    return {
      kind: 'payment',
      payment: {
        source: importSource,
        receivedMs: this.#context.nowMs,
        fact: {
          kind: 'payment',
          provider: 'ga4',
          ids: [id],
          ...read,
          ...{ paidAtMs: timestampMs, visitorId, sessionId },
          ...{ taxMinor: null, renewal: null, trial: null, customerId: null, product: null },
          ...{ subscriptionId: null, customerEmail: null, metadata: null },
        },
      },
    }
  }
}
