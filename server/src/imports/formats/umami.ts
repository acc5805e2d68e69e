import type { ImportNote } from '@tributary/contract/data-import.ts'
import { AppError } from '../../errors.ts'
import { hourMs } from '../../time/durations.ts'
import type { ImportFormat, ImportItem, ReadContext, SourceFile } from '../import-item.ts'
import { csvColumns, csvRows } from '../reading/csv.ts'
import { readTime, requireColumns } from './cells.ts'
import { type ForeignHit, ImportedVisits } from './imported-visits.ts'
import { browserName, countryOf, deviceName, plain, systemName } from './names.ts'

/**
 * Umami's `website_event.csv`, alone or in the archive of its data export: one row an event, as in its table of the
 * same name (umami-software/umami, db/clickhouse/schema.sql).
 */
export const umamiFormat: ImportFormat = {
  repeatsCount: false,
  async *read(files, context) {
    const tables = files.filter(({ name }) => name === '' || files.length === 1 || isEvents(name))
    if (tables.length === 0) {
      throw new AppError('invalid', 'The archive has no website_event.csv, which holds the events')
    }
    for (const { name } of files) {
      if (!isEvents(name) && files.length > 1) {
        const message = `${name} was not read: only website_event.csv holds events.`
        yield note(name, { code: 'file-not-read', values: [name], message })
      }
    }
    for (const file of tables) yield* readTable(file, context)
  },
}

const isEvents = (name: string) => /website_event.*\.csv$/i.test(name)

const note = (file: string, found: ImportNote): ImportItem => ({
  kind: 'note',
  file,
  line: 1,
  note: found,
})

const needed = ['session_id', 'url_path', 'event_type', 'created_at']

async function* readTable(file: SourceFile, context: ReadContext): AsyncGenerator<ImportItem> {
  requireColumns(await csvColumns(file.open()), needed, 'Umami’s website_event.csv')
  const visits = new ImportedVisits(context)
  let latestMs = 0
  let isSorted = true
  for await (const { line, cells, problem } of csvRows(file.open())) {
    const place = { file: file.name, line }
    const hit = problem === undefined ? hitOf(cells, context) : { problem }
    if ('problem' in hit) {
      yield { ...place, kind: 'problem', message: hit.problem }
      continue
    }
    if (hit.timestampMs < latestMs - hourMs) isSorted = false
    latestMs = Math.max(latestMs, hit.timestampMs)
    const event = visits.event(hit)
    if ('problem' in event) {
      yield { ...place, kind: 'problem', message: event.problem }
      continue
    }
    yield { ...place, kind: 'event', event }
    const userId = plain(cells.distinct_id ?? '')
    if (userId !== '') yield { ...place, kind: 'identity', identity: identityOf(event, userId) }
  }
  if (!isSorted) {
    yield note(file.name, {
      code: 'rows-not-sorted',
      values: [file.name],
      message:
        'The rows are not in the order of time. Visits are distinguished by Umami’s own ids, but a visit’s source is that of its first row: sort the file by created_at to be sure of it.',
    })
  }
}

function identityOf(
  { visitorId, timestampMs }: { visitorId: string; timestampMs: number },
  userId: string,
) {
  const seen = { firstSeenMs: timestampMs, lastSeenMs: timestampMs }
  return { visitorId, kind: 'user', value: userId, origin: 'client', ...seen } as const
}

type Cells = Readonly<Record<string, string>>

const tags = [
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_content',
  'utm_term',
  'gclid',
  'fbclid',
]

function hitOf(cells: Cells, { site, nowMs }: ReadContext): ForeignHit | { problem: string } {
  const timestampMs = readTime(cells.created_at ?? '', nowMs)
  if (typeof timestampMs === 'object') return timestampMs
  const isGoal = cells.event_type === '2'
  if (cells.event_type !== '1' && !isGoal) {
    return { problem: `event_type ${cells.event_type} is neither a page view (1) nor an event (2)` }
  }
  const host = plain(cells.hostname ?? '') || (site.domains[0] ?? '')
  const { os, osVersion } = systemName(cells.os ?? '')
  return {
    timestampMs,
    visitorId: cells.session_id ?? '',
    sessionId: cells.visit_id ?? '',
    kind: isGoal ? 'goal' : 'pageview',
    url: `https://${host}${withSlash(cells.url_path ?? '')}${queryOf(cells)}`,
    referrer: referrerOf(cells),
    title: cells.page_title ?? '',
    name: cells.event_name ?? '',
    device: deviceName(cells.device ?? ''),
    browser: browserName(cells.browser ?? ''),
    ...{ os, osVersion },
    country: countryOf(cells.country ?? ''),
    region: plain(cells.region ?? cells.subdivision1 ?? ''),
    city: plain(cells.city ?? ''),
    language: plain(cells.language ?? ''),
    screenWidth: Number(/^(\d{1,5})x\d/.exec(cells.screen ?? '')?.[1] ?? 0),
  }
}

const withSlash = (path: string) => (path.startsWith('/') ? path : `/${path}`)

/** The query, with the tags that newer versions have in separate columns. */
function queryOf(cells: Cells): string {
  const query = new URLSearchParams(plain(cells.url_query ?? ''))
  for (const tag of tags) {
    const value = plain(cells[tag] ?? '')
    if (value !== '' && !query.has(tag)) query.set(tag, value)
  }
  const text = query.toString()
  return text === '' ? '' : `?${text}`
}

function referrerOf(cells: Cells): string {
  const domain = plain(cells.referrer_domain ?? '')
  if (domain === '') return ''
  const query = plain(cells.referrer_query ?? '')
  return `https://${domain}${withSlash(cells.referrer_path ?? '')}${query === '' ? '' : `?${query}`}`
}
