import { createHash, type Hash } from 'node:crypto'
import { AppError } from '../errors.ts'
import type { Site } from '../site.ts'
import { chunksOf } from '../store/control/chunks.ts'
import type { Engine } from '../store/events/engine.ts'
import { eventFields } from './event-fields.ts'
import { exportEvents } from './export-events.ts'
import {
  type ExportLine,
  type ExportPart,
  exportParts,
  exportVersion,
  type HeadLine,
} from './export-format.ts'
import { exportDuplicates, exportIdentities, exportLinks, exportPayments } from './export-ledger.ts'
import type { ExportSources } from './export-sources.ts'
import { rangeToExport } from './queries/events-to-export.ts'

/** What of a site is wanted. */
export interface ExportOrder {
  site: Site
  /** UTC days, both included, `2026-11-20`; all days by default. */
  from?: string | undefined
  to?: string | undefined
  parts?: readonly ExportPart[] | undefined
  /** The cursor of a checkpoint; the export continues after it. */
  cursor?: string | undefined
  nowMs: number
}

/** Lines that are text at the same time: an export of a small server shares its memory with the engine. */
const linesAtOnce = 500

/**
 * The lines of a site's export, in portions of whole lines. Nothing is read ahead of the consumer. Every few thousand
 * events, and after each other portion, comes a checkpoint: everything before it is complete, and a request with its
 * cursor continues after it.
 */
export async function* exportSite(
  sources: ExportSources,
  order: ExportOrder,
): AsyncGenerator<string> {
  const { site } = order
  const place = order.cursor === undefined ? undefined : readCursor(order.cursor)
  const wanted = exportParts.filter((part) => (order.parts ?? exportParts).includes(part))
  const parts = wanted.filter(
    (part) => place === undefined || exportParts.indexOf(part) >= place.from,
  )
  const section = new Section()
  if (place === undefined) yield section.lines([headLine(order, parts)])
  for (const part of parts) {
    const after = place?.from === exportParts.indexOf(part) ? place.after : undefined
    if (part === 'events') yield* eventLines(sources.engine, order, section, after)
    if (part === 'identities') {
      for await (const { lines, next } of exportIdentities(sources, site.id, after)) {
        yield section.lines(lines) + section.end(`identities/${next}`)
      }
    }
    if (part === 'payments') {
      const range = { from: order.from, to: order.to }
      for await (const { lines, next } of exportPayments(sources, site.id, range, after)) {
        yield section.lines(lines) + section.end(`payments/${next}`)
      }
      for await (const lines of exportLinks(sources, site.id, range)) {
        yield section.lines(lines)
      }
      for await (const lines of exportDuplicates(sources, site.id, range)) {
        yield section.lines(lines)
      }
    }
  }
  const isLast = place !== undefined && place.from >= exportParts.length
  yield (isLast ? '' : section.end('end/')) + section.lines([{ type: 'end' }])
}

async function* eventLines(
  engine: Engine,
  order: ExportOrder,
  section: Section,
  after: string | undefined,
): AsyncGenerator<string> {
  const range = await eventRange(engine, order)
  if (range === undefined) return
  const place = after === undefined ? undefined : readPlace(after)
  const asked = { site: order.site.id, ...range }
  for await (const { day, events, doneTo } of exportEvents(engine, asked, place)) {
    for (const rows of chunksOf([...events.timestampMs.keys()], linesAtOnce)) {
      yield section.lines(rows.map((row) => ({ type: 'event', ...eventFields(events, row) })))
    }
    if (doneTo !== undefined) yield section.end(`events/${day}/${doneTo}`)
  }
}

/** The days to export: the requested ones that have events. */
export async function eventRange(
  engine: Engine,
  { site, from, to }: Pick<ExportOrder, 'site' | 'from' | 'to'>,
): Promise<{ from: string; to: string } | undefined> {
  const [found] = await rangeToExport(engine, { site: site.id })
  if (found === undefined) return undefined
  const first = isoDay(found.firstMs)
  const last = isoDay(found.lastMs)
  return {
    from: from !== undefined && from > first ? from : first,
    to: to !== undefined && to < last ? to : last,
  }
}

function headLine({ site, from, to, nowMs }: ExportOrder, parts: readonly ExportPart[]): HeadLine {
  const { id, name, domains, timezone, currency, identification } = site
  return {
    type: 'tributary-export',
    version: exportVersion,
    exportedAt: new Date(nowMs).toISOString(),
    site: { id, name, domains, timezone, currency, identification },
    from: from ?? null,
    to: to ?? null,
    parts,
  }
}

/** Counts lines and updates the checksum of those since the last checkpoint. */
class Section {
  #lines = 0
  #hash: Hash = createHash('sha256')

  lines(lines: readonly ExportLine[]): string {
    const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('')
    this.#hash.update(text)
    this.#lines += lines.length
    return text
  }

  end(cursor: string): string {
    const line = {
      type: 'checkpoint',
      cursor,
      lines: this.#lines,
      sha256: this.#hash.digest('hex'),
    } as const
    this.#hash = createHash('sha256')
    this.#lines = 0
    return `${JSON.stringify(line)}\n`
  }
}

const cursorForm = /^(events|identities|payments|end)\/(.*)$/

/** The part to continue with, and the position in it. */
function readCursor(text: string): { from: number; after: string } {
  const [, part, after] = cursorForm.exec(text) ?? []
  if (part === undefined || after === undefined) throw wrongCursor()
  const from = (exportParts as readonly string[]).indexOf(part)
  return { from: from === -1 ? exportParts.length : from, after }
}

function readPlace(after: string): { day: string; hash: bigint } {
  const [, day, hash] = /^(\d{4}-\d{2}-\d{2})\/(\d{1,20})$/.exec(after) ?? []
  if (day === undefined || hash === undefined) throw wrongCursor()
  return { day, hash: BigInt(hash) }
}

function wrongCursor(): AppError {
  return new AppError('invalid', 'cursor must be that of a checkpoint line of an export')
}

const isoDay = (ms: number) => new Date(ms).toISOString().slice(0, 10)
