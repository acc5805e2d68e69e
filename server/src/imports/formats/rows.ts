import { mostGoalValue } from '@tributary/contract/goal-limits.ts'
import { providerName } from '../../data/provider-name.ts'
import { entryOf } from '../../entry-of.ts'
import { AppError } from '../../errors.ts'
import { isEmail } from '../../identities/email-hash.ts'
import { importSource } from '../../payments/ledger/order-facts.ts'
import type { ImportFormat, ImportItem, ReadContext, SourceFile } from '../import-item.ts'
import { csvColumns, csvRows } from '../reading/csv.ts'
import { quoted, readAmount, readTime } from './cells.ts'
import { ImportedVisits } from './imported-visits.ts'
import { browserName, countryOf, deviceName, plain, systemName } from './names.ts'

/**
 * Generic rows, or those of a tool like DataFast that has no export but an API: page views, goals, payments and
 * visitors, one a row, recognised by the names of their columns. docs/export-import.md lists them.
 */
export const rowsFormat: ImportFormat = {
  repeatsCount: false,
  async *read(files, context) {
    for (const file of files) yield* readTable(file, context)
  },
}

type Kind = 'pageview' | 'goal' | 'payment' | 'visitor'

/** Alternative names of columns, without case, dots, dashes and underscores. */
const aliases: Readonly<Record<string, readonly string[]>> = {
  type: ['type', 'kind', 'eventtype'],
  visitor: ['visitorid', 'visitor', 'datafastvisitorid', 'tributaryvisitorid', 'distinctid'],
  session: ['sessionid', 'session', 'datafastsessionid', 'tributarysessionid', 'visitid'],
  time: ['timestamp', 'time', 'date', 'createdat', 'at', 'paidat', 'datetime'],
  url: ['url', 'href', 'currenturl', 'pageurl', 'page'],
  path: ['path', 'pathname', 'urlpath'],
  host: ['host', 'hostname', 'domain'],
  referrer: ['referrer', 'referer', 'referrerurl'],
  title: ['title', 'pagetitle'],
  goal: ['goal', 'goalname', 'event', 'eventname', 'name'],
  value: ['value', 'goalvalue'],
  amount: ['amount', 'revenue', 'total'],
  currency: ['currency'],
  payment: ['paymentid', 'providerpaymentid', 'transactionid', 'orderid', 'id'],
  provider: ['provider', 'processor', 'paymentprovider', 'gateway'],
  email: ['email', 'customeremail'],
  user: ['userid', 'user', 'externalid'],
  customer: ['customerid', 'customer'],
  renewal: ['renewal', 'isrenewal'],
  refunded: ['refunded', 'isrefunded', 'isrefund'],
  country: ['country', 'countrycode'],
  region: ['region', 'state'],
  city: ['city'],
  device: ['device', 'devicetype'],
  browser: ['browser', 'browsername'],
  os: ['os', 'osname', 'operatingsystem'],
  language: ['language', 'lang'],
}

class Columns {
  #names: Map<string, string>

  constructor(columns: readonly string[]) {
    const plainName = (name: string) => name.replaceAll(/[^a-z0-9]/g, '')
    const byPlain = new Map(columns.map((name) => [plainName(name), name]))
    this.#names = new Map(
      Object.entries(aliases).flatMap(([meaning, names]) => {
        const found = names.find((name) => byPlain.has(name))
        return found === undefined ? [] : [[meaning, byPlain.get(found) ?? ''] as const]
      }),
    )
  }

  has(meaning: string): boolean {
    return this.#names.has(meaning)
  }

  of(cells: Readonly<Record<string, string>>, meaning: string): string {
    const name = this.#names.get(meaning)
    return name === undefined ? '' : (cells[name] ?? '').trim()
  }

  /** The kind of the rows if no column names it. */
  get kind(): Kind | undefined {
    if (this.has('amount') && this.has('payment')) return 'payment'
    if (this.has('goal') && this.has('visitor') && this.has('time')) return 'goal'
    if ((this.has('url') || this.has('path')) && this.has('visitor')) return 'pageview'
    return this.has('visitor') && (this.has('email') || this.has('user')) ? 'visitor' : undefined
  }
}

async function* readTable(file: SourceFile, context: ReadContext): AsyncGenerator<ImportItem> {
  const columns = new Columns(await csvColumns(file.open()))
  if (columns.kind === undefined && !columns.has('type')) {
    throw new AppError(
      'invalid',
      `${file.name || 'The file'} has no columns that tell what its rows are. Page views need visitor_id, timestamp and url; goals visitor_id, timestamp and goal; payments payment_id, amount, currency and timestamp; visitors visitor_id and email or user_id.`,
    )
  }
  const reader = new RowReader(columns, context)
  for await (const { line, cells, problem } of csvRows(file.open())) {
    const place = { file: file.name, line }
    const said = problem === undefined ? reader.read(cells) : { problem }
    if ('problem' in said) yield { ...place, kind: 'problem', message: said.problem }
    else for (const item of said.items) yield { ...place, ...item }
  }
}

type Cells = Readonly<Record<string, string>>
type Said = ImportItem extends infer Item
  ? Item extends ImportItem
    ? Omit<Item, 'file' | 'line'>
    : never
  : never
type Read = { items: Said[] } | { problem: string }

const words: Readonly<Record<string, Kind>> = {
  pageview: 'pageview',
  page_view: 'pageview',
  view: 'pageview',
  goal: 'goal',
  event: 'goal',
  custom: 'goal',
  payment: 'payment',
  purchase: 'payment',
  visitor: 'visitor',
  identify: 'visitor',
}

class RowReader {
  #columns: Columns
  #context: ReadContext
  #visits: ImportedVisits

  constructor(columns: Columns, context: ReadContext) {
    this.#columns = columns
    this.#context = context
    this.#visits = new ImportedVisits(context)
  }

  read(cells: Cells): Read {
    const type = this.#columns.of(cells, 'type').toLowerCase()
    const kind = entryOf(words, type) ?? this.#columns.kind
    if (kind === undefined) {
      return { problem: `type must be pageview, goal, payment or visitor, not ${quoted(type)}` }
    }
    const time = this.#columns.of(cells, 'time')
    if (kind === 'visitor' && time === '') return this.#visitor(cells, this.#context.nowMs)
    const atMs = readTime(time, this.#context.nowMs)
    if (typeof atMs === 'object') return atMs
    if (kind === 'visitor') return this.#visitor(cells, atMs)
    return kind === 'payment' ? this.#payment(cells, atMs) : this.#hit(cells, kind, atMs)
  }

  #hit(cells: Cells, kind: 'pageview' | 'goal', timestampMs: number): Read {
    const of = (meaning: string) => this.#columns.of(cells, meaning)
    const value = Number(of('value') || Number.NaN)
    const event = this.#visits.event({
      ...{ timestampMs, kind, visitorId: of('visitor'), sessionId: of('session') },
      url: this.#address(cells),
      ...{ referrer: referrerOf(of('referrer')), title: of('title'), name: of('goal') },
      value: Math.abs(value) <= mostGoalValue ? value : null,
      device: deviceName(of('device')),
      browser: browserName(of('browser')),
      ...systemName(of('os')),
      ...{ country: countryOf(of('country')), region: plain(of('region')) },
      ...{ city: plain(of('city')), language: of('language') },
    })
    return 'problem' in event ? event : { items: [{ kind: 'event', event }] }
  }

  #address(cells: Cells): string {
    const of = (meaning: string) => this.#columns.of(cells, meaning)
    const url = of('url')
    if (/^https?:\/\//i.test(url)) return url
    const path = url || of('path') || '/'
    const host = plain(of('host')) || (this.#context.site.domains[0] ?? '')
    const whole = URL.parse(path.startsWith('/') ? path : `/${path}`, `https://${host}`)
    if (whole === null) return ''
    for (const tag of ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content']) {
      const value = plain(cells[tag] ?? '')
      if (value !== '' && !whole.searchParams.has(tag)) whole.searchParams.set(tag, value)
    }
    return whole.href
  }

  #payment(cells: Cells, paidAtMs: number): Read {
    const of = (meaning: string) => this.#columns.of(cells, meaning)
    const id = of('payment')
    if (id === '')
      return { problem: 'the payment has no id, so duplicates could not be recognised' }
    const read = readAmount(of('amount'), of('currency') || this.#context.site.currency)
    if ('problem' in read) return read
    const email = of('email')
    const about = {
      provider: providerName(of('provider') || importSource).slice(0, 64),
      ids: [id],
    }
    const report = { source: importSource, receivedMs: this.#context.nowMs }
    const payment: Said = {
      kind: 'payment',
      payment: {
        ...report,
        fact: {
          ...{ ...about, kind: 'payment', ...read, paidAtMs },
          visitorId: of('visitor') || null,
          sessionId: of('session') || null,
          customerEmail: isEmail(email) ? email : null,
          customerId: of('customer') || null,
          renewal: this.#columns.has('renewal') ? isYes(of('renewal')) : null,
          ...{ trial: null, taxMinor: null, subscriptionId: null, product: null, metadata: null },
        },
      },
    }
    if (!isYes(of('refunded'))) return { items: [payment] }
    // The time is unknown; on the day of the payment it changes no later day's figures.
    const refund = { ...about, kind: 'refund', how: 'full', atMs: paidAtMs } as const
    return { items: [payment, { kind: 'payment', payment: { ...report, fact: refund } }] }
  }

  #visitor(cells: Cells, atMs: number): Read {
    const visitorId = this.#columns.of(cells, 'visitor')
    const email = this.#columns.of(cells, 'email')
    const userId = this.#columns.of(cells, 'user')
    if (visitorId === '') return { problem: 'visitor_id is empty' }
    if (email === '' && userId === '') return { items: [] }
    if (email !== '' && !isEmail(email)) return { problem: `${quoted(email)} is no e-mail address` }
    const seen = { visitorId, origin: 'server', firstSeenMs: atMs, lastSeenMs: atMs } as const
    const items: Said[] = []
    if (email !== '')
      items.push({ kind: 'identity', identity: { ...seen, kind: 'email', value: email } })
    if (userId !== '')
      items.push({ kind: 'identity', identity: { ...seen, kind: 'user', value: userId } })
    return { items }
  }
}

const isYes = (text: string) => /^(1|true|yes|y)$/i.test(text)

/** Some tools write a referrer as a bare host. */
function referrerOf(text: string): string {
  const said = plain(text)
  if (said === '' || /^https?:\/\//i.test(said)) return said
  return /^[\w-]+(\.[\w-]+)+(\/.*)?$/.test(said) ? `https://${said}` : ''
}
