import type { ImportNote } from '@tributary/contract/data-import.ts'
import { entryOf } from '../../entry-of.ts'
import { AppError } from '../../errors.ts'
import type { ImportFormat, ImportItem, SourceFile } from '../import-item.ts'
import { csvColumns, csvRows } from '../reading/csv.ts'
import type { ImportedDay } from '../rows/imported-day-rows.ts'
import { quoted, readDay, requireColumns } from './cells.ts'

/** The dimension of each of Plausible's tables, and the column with its values. */
interface Table {
  dimension: string
  /** `''` for the total. */
  column: string
}

/**
 * The tables of Plausible's export (plausible.io/docs/csv-import), a zip archive of
 * `imported_visitors_20250101_20251231.csv` and the like. They are daily totals and cannot be turned into visits, so
 * they are stored as totals.
 */
const tables: Readonly<Record<string, readonly Table[]>> = {
  imported_visitors: [{ dimension: 'total', column: '' }],
  imported_sources: [
    { dimension: 'source', column: 'source' },
    { dimension: 'campaign', column: 'utm_campaign' },
  ],
  imported_pages: [{ dimension: 'page', column: 'page' }],
  imported_entry_pages: [{ dimension: 'entryPage', column: 'entry_page' }],
  imported_exit_pages: [{ dimension: 'exitPage', column: 'exit_page' }],
  imported_locations: [{ dimension: 'country', column: 'country' }],
  imported_devices: [{ dimension: 'device', column: 'device' }],
  imported_browsers: [{ dimension: 'browser', column: 'browser' }],
  imported_operating_systems: [{ dimension: 'os', column: 'operating_system' }],
  imported_custom_events: [{ dimension: 'goal', column: 'name' }],
}

/** Values of days in one archive, all in memory at once while equal rows are added up. */
const mostValues = 500_000

export const plausibleFormat: ImportFormat = {
  repeatsCount: false,
  async *read(files) {
    const known = files.filter((file) => tableOf(file) !== undefined)
    if (known.length === 0) {
      throw new AppError(
        'invalid',
        'There is no table of Plausible’s here. Send the zip archive that Plausible’s "Export data" makes, or one of its files under its own name, such as imported_visitors_20250101_20251231.csv.',
      )
    }
    yield note({
      code: 'days-added-up',
      values: [],
      message:
        'Plausible exports days that are added up, not visits. They are imported as daily totals, shown under "Imported daily totals" and in /api/v1/imported, and never mixed into visitors, sessions or revenue that were measured here.',
    })
    for (const { name } of files.filter((file) => !known.includes(file))) {
      const message = `${name} was skipped because it contains no data to import.`
      yield note({ code: 'file-not-read', values: [name], message })
    }
    const sums = new Map<string, ImportedDay>()
    for (const file of known) yield* readTable(file, sums)
    for (const day of sums.values()) yield { kind: 'day', file: '', line: 0, day }
  },
}

const note = (found: ImportNote): ImportItem => ({ kind: 'note', file: '', line: 1, note: found })

function tableOf({ name }: SourceFile): readonly Table[] | undefined {
  const table =
    /^(imported_[a-z_]*[a-z])(?:_\d{8}_\d{8})?(?: \(\d+\))?\.csv$/i.exec(name)?.[1] ?? ''
  return entryOf(tables, table.toLowerCase())
}

async function* readTable(
  file: SourceFile,
  sums: Map<string, ImportedDay>,
): AsyncGenerator<ImportItem> {
  const dimensions = tableOf(file) ?? []
  const columns = dimensions.flatMap(({ column }) => (column === '' ? [] : [column]))
  requireColumns(
    await csvColumns(file.open()),
    ['date', ...columns.slice(0, 1)],
    `Plausible’s ${file.name}`,
  )
  for await (const { line, cells, problem } of csvRows(file.open())) {
    const place = { file: file.name, line }
    const day = readDay(cells.date ?? '')
    if (problem !== undefined || day === undefined) {
      const message = problem ?? `date must be like 2025-12-31, not ${quoted(cells.date ?? '')}`
      yield { ...place, kind: 'problem', message }
      continue
    }
    const figures = figuresOf(cells)
    if (figures === undefined) {
      yield {
        ...place,
        kind: 'problem',
        message: 'visitors, visits and the like must be whole numbers of at most 12 digits',
      }
      continue
    }
    for (const { dimension, column } of dimensions) {
      const value = column === '' ? '' : (cells[column] ?? '').slice(0, 2048)
      // A visit without a campaign belongs to no campaign's row.
      if (dimension === 'campaign' && value === '') continue
      add(sums, { dimension, day, value, ...figures })
    }
  }
}

type Figures = Omit<ImportedDay, 'dimension' | 'day' | 'value'>

function figuresOf(cells: Readonly<Record<string, string>>): Figures | undefined {
  const names = {
    visitors: ['visitors'],
    visits: ['visits', 'entrances', 'exits'],
    pageViews: ['pageviews'],
    bounces: ['bounces'],
    seconds: ['visit_duration'],
    events: ['events'],
  }
  const figures: Partial<Record<keyof Figures, number>> = {}
  for (const [name, columns] of Object.entries(names) as [keyof Figures, string[]][]) {
    const text = columns.map((column) => cells[column]).find((cell) => cell !== undefined) ?? '0'
    if (!/^\d{1,12}$/.test(text.trim() || '0')) return undefined
    figures[name] = Number(text)
  }
  return figures as Figures
}

/** Plausible has a row for each combination; one value here is the sum of them. */
function add(sums: Map<string, ImportedDay>, day: ImportedDay): void {
  const key = `${day.dimension} ${day.day} ${day.value}`
  const sum = sums.get(key)
  if (sum === undefined) {
    if (sums.size >= mostValues) {
      throw new AppError(
        'invalid',
        `The archive has more than ${mostValues} values of days. Export fewer years at a time.`,
      )
    }
    sums.set(key, { ...day })
    return
  }
  for (const name of ['visitors', 'visits', 'pageViews', 'bounces', 'seconds', 'events'] as const) {
    sum[name] += day[name]
  }
}
