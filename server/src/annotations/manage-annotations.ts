import {
  type Annotation,
  type AnnotationInput,
  annotationNotFound,
} from '@tributary/contract/annotations.ts'
import { randomBase62 } from '../base62.ts'
import { AppError } from '../errors.ts'
import type { Site } from '../site.ts'
import type { ControlStore } from '../store/control/control-store.ts'
import { addDays, isDay, localDay, startOfDay } from '../time/local-time.ts'
import { parseTime } from '../time/parse-time.ts'
import {
  type AnnotationRow,
  countOtherAnnotations,
  deleteAnnotation,
  listAnnotationRows,
  mostAnnotations,
  saveAnnotation,
} from './annotation-rows.ts'

type Zoned = Pick<Site, 'id' | 'timezone'>

/** The notes that apply to any of some days (both included; open if absent), the latest first. */
export async function listAnnotations(
  control: ControlStore,
  site: Zoned,
  { from = '0000-01-01', to = '9999-12-31' }: { from?: string; to?: string },
): Promise<Annotation[]> {
  const rows = await listAnnotationRows(control.db, site.id)
  return rows
    .map((row) => ({ row, startMs: startOf(row.at, site.timezone) }))
    .sort((a, b) => b.startMs - a.startMs || (a.row.id < b.row.id ? -1 : 1))
    .map(({ row }) => present(row, site))
    .filter(({ day, lastDay }) => day <= to && lastDay >= from)
}

/** Adds a note; one with the same id is replaced entirely. */
export async function saveNote(
  control: ControlStore,
  site: Zoned,
  { id, input, nowMs }: { id?: string; input: AnnotationInput; nowMs: number },
): Promise<Annotation> {
  const row: AnnotationRow = {
    ...readInput(input, site),
    id: id === undefined ? `note_${randomBase62(12)}` : readId(id),
    site_id: site.id,
    created_ms: nowMs,
    updated_ms: nowMs,
  }
  await control.transaction(async (db) => {
    if ((await countOtherAnnotations(db, site.id, row.id)) >= mostAnnotations) {
      throw new AppError(
        'conflict',
        `A site has at most ${mostAnnotations} annotations. Delete some first.`,
      )
    }
    await saveAnnotation(db, row)
  })
  return present(row, site)
}

/** Removes an annotation and returns it, so that the caller can restore it. */
export async function removeAnnotation(
  control: ControlStore,
  site: Zoned,
  id: string,
): Promise<Annotation> {
  const row = await deleteAnnotation(control.db, site.id, id)
  if (row === undefined) throw new AppError('not-found', annotationNotFound)
  return present(row, site)
}

function readId(text: string): string {
  if (/^[\w-]{1,64}$/.test(text)) return text
  throw new AppError('invalid', 'annotationId must be 1 to 64 letters, digits, - or _')
}

function readInput(input: AnnotationInput, { timezone }: Zoned) {
  const at = readMoment('at', input.at)
  const until = input.until === undefined ? null : readMoment('until', input.until)
  if (until !== null && endOf(until, timezone) < startOf(at, timezone)) {
    throw new AppError('invalid', 'until must not be before at')
  }
  return {
    at,
    until,
    text: input.text.trim(),
    kind: input.kind ?? ('note' as const),
    link: input.link === undefined ? null : readLink(input.link),
  }
}

/** The range of moments that `parseTime` accepts: every day of it has a start in every zone. */
const [firstDay, lastDay] = ['1970-01-01', '2199-12-31']

function readMoment(name: string, given: string): string {
  const text = given.trim()
  if (isDay(text) && text >= firstDay && text <= lastDay) return text
  try {
    return new Date(parseTime(name, text)).toISOString()
  } catch (cause) {
    const how = 'must be a day such as 2026-11-20 or an ISO 8601 time such as 2026-11-20T09:30:00Z'
    throw new AppError('invalid', `${name} ${how}`, { cause })
  }
}

/** Careful: it becomes an address that people click, so `javascript:` must never be one. */
function readLink(text: string): string {
  const url = URL.parse(text.trim())
  if (url?.protocol === 'https:' || url?.protocol === 'http:') return url.href
  throw new AppError('invalid', 'link must be an http or https address')
}

const isWholeDay = (moment: string) => moment.length === 10

function startOf(moment: string, zone: string): number {
  return isWholeDay(moment) ? startOfDay(moment, zone) : Date.parse(moment)
}

/** The last millisecond of it. */
function endOf(moment: string, zone: string): number {
  return isWholeDay(moment) ? startOfDay(addDays(moment, 1), zone) - 1 : Date.parse(moment)
}

function present(row: AnnotationRow, { timezone }: Zoned): Annotation {
  const dayOf = (moment: string) =>
    isWholeDay(moment) ? moment : localDay(Date.parse(moment), timezone)
  return {
    annotationId: row.id,
    at: row.at,
    until: row.until,
    day: dayOf(row.at),
    lastDay: dayOf(row.until ?? row.at),
    text: row.text,
    kind: row.kind,
    link: row.link,
  }
}
