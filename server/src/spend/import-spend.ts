import type { SpendImport, SpendImportInput, SpendRowInput } from '@tributary/contract/spend.ts'
import { AppError } from '../errors.ts'
import { toMajorUnits } from '../money/money.ts'
import type { CsvRecord } from '../read-csv.ts'
import type { Site } from '../site.ts'
import type { ControlStore } from '../store/control/control-store.ts'
import { keepSpend } from './manage-spend.ts'
import {
  readSpendTable,
  type SpendColumn,
  type SpendFormat,
  type SpendTable,
} from './spend-columns.ts'
import { presentSpend, readSpendRow } from './spend-row.ts'
import { type AdSpend, countKnownSpend } from './spend-rows.ts'
import {
  dayOrderOf,
  decimalMarkOf,
  readAmount,
  readCount,
  readDay,
  type SpendNotation,
} from './spend-values.ts'

const shownRows = 20
const shownErrors = 50

/** The usual UTM values of the networks' own ads. */
const usual: Record<SpendFormat, { source?: string; medium?: string }> = {
  'google-ads': { source: 'google', medium: 'cpc' },
  meta: { source: 'facebook', medium: 'paid_social' },
  generic: {},
}

/**
 * Imports an export of ad spend, or only previews it. Lines of the same day and words (such as several ads of one
 * campaign) are added up, and their sum replaces what was stored.
 */
export async function importSpend(
  control: ControlStore,
  site: Pick<Site, 'id' | 'currency'>,
  { input, nowMs }: { input: SpendImportInput; nowMs: number },
): Promise<SpendImport> {
  const table = readSpendTable(input.csv)
  const { rows, errors, skipped } = readRows(table, site, { input, nowMs })
  const isSaved = input.dryRun !== true
  if (isSaved && errors.length > 0 && input.skipErrors !== true) {
    const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : ''
    const [first] = errors
    throw new AppError(
      'invalid',
      `Nothing was imported. Line ${first?.line}: ${first?.message}${more}. Fix the file, or send skipErrors to skip such lines.`,
    )
  }
  const known = isSaved
    ? await keepSpend(control, site.id, rows)
    : {
        saved: 0,
        replaced: await countKnownSpend(
          control.db,
          site.id,
          rows.map(({ id }) => id),
        ),
      }
  const days = rows.map(({ day }) => day).sort()
  return {
    format: table.format,
    columns: table.titles,
    rows: rows.length,
    lines: table.records.length,
    skipped,
    replaces: known.replaced,
    saved: known.saved,
    firstDay: days[0] ?? null,
    lastDay: days.at(-1) ?? null,
    totals: totalsOf(rows),
    preview: rows.slice(0, shownRows).map(presentSpend),
    errorCount: errors.length,
    errors: errors.slice(0, shownErrors),
  }
}

type LineError = SpendImport['errors'][number]

interface Reading {
  table: SpendTable
  input: SpendImportInput
  notation: SpendNotation
}

function readRows(
  table: SpendTable,
  site: Pick<Site, 'id' | 'currency'>,
  { input, nowMs }: { input: SpendImportInput; nowMs: number },
) {
  const records = table.records.filter((record) => !isSum(table, record))
  const all = (column: SpendColumn) => records.map((record) => cellOf(table, record, column))
  const notation = {
    dayFirst: dayOrderOf(all('day')) ?? input.dayFirst,
    decimalMark: decimalMarkOf(all('amount')),
  }
  const rows = new Map<string, AdSpend>()
  const errors: LineError[] = []
  for (const record of records) {
    try {
      const line = readLine(record, { table, input, notation })
      const row = readSpendRow(line, site, { name: '', nowMs })
      const known = rows.get(row.id)
      rows.set(row.id, known === undefined ? row : added(known, row))
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      errors.push({ line: record.line, message: error.message })
    }
  }
  return { rows: [...rows.values()], errors, skipped: table.records.length - records.length }
}

/** Google ends with lines of totals; Meta's comes first and names no campaign. */
function isSum(table: SpendTable, record: CsvRecord): boolean {
  if (record.cells.some((cell) => /^total:/i.test(cell)) || /^total\b/i.test(record.cells[0] ?? ''))
    return true
  const { format, places } = table
  return format === 'meta' && places.has('campaign') && cellOf(table, record, 'campaign') === ''
}

function cellOf({ places }: SpendTable, { cells }: CsvRecord, column: SpendColumn): string {
  const place = places.get(column)
  return place === undefined ? '' : (cells[place] ?? '')
}

function readLine(record: CsvRecord, { table, input, notation }: Reading): SpendRowInput {
  const cell = (column: SpendColumn) => cellOf(table, record, column)
  const { day } = sound(readDay(cell('day'), notation))
  refuseSpan(cell('lastDay'), day, notation)
  const { amount } = sound(readAmount(cell('amount'), notation))
  const { count: clicks } = sound(readCount(cell('clicks')))
  const { count: impressions } = sound(readCount(cell('impressions')))
  const source = cell('source') || input.source || usual[table.format].source
  if (source === undefined) {
    throw new AppError('invalid', 'the source is missing; add a column source or say one for all')
  }
  const currency = cell('currency') || table.currency || input.currency
  return {
    day,
    source,
    medium: cell('medium') || (input.medium ?? usual[table.format].medium ?? ''),
    campaign: cell('campaign'),
    term: cell('term'),
    content: cell('content'),
    ...(currency && { currency }),
    amount,
    ...(clicks !== null && { clicks }),
    ...(impressions !== null && { impressions }),
  }
}

function refuseSpan(lastDay: string, day: string, notation: SpendNotation): void {
  if (lastDay === '') return
  if (sound(readDay(lastDay, notation)).day === day) return
  throw new AppError(
    'invalid',
    'the line is about several days; export with the breakdown "By time: Day"',
  )
}

function sound<Value extends object>(read: Value | { problem: string }): Value {
  if ('problem' in read) throw new AppError('invalid', read.problem)
  return read
}

function added(a: AdSpend, b: AdSpend): AdSpend {
  if (a.currency !== b.currency) {
    throw new AppError('invalid', `the same day and campaign is in ${a.currency} above`)
  }
  const sum = (x: number | null, y: number | null) => (x === null || y === null ? null : x + y)
  return {
    ...a,
    amount_minor: a.amount_minor + b.amount_minor,
    clicks: sum(a.clicks, b.clicks),
    impressions: sum(a.impressions, b.impressions),
  }
}

function totalsOf(rows: readonly AdSpend[]): SpendImport['totals'] {
  const sums = new Map<string, number>()
  for (const { currency, amount_minor } of rows) {
    sums.set(currency, (sums.get(currency) ?? 0) + amount_minor)
  }
  return [...sums].sort().map(([currency, minor]) => ({
    currency,
    amount: toMajorUnits(minor, currency),
  }))
}
