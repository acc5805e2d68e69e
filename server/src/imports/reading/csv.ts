import { AppError } from '../../errors.ts'
import { type CsvProblem, type CsvRecord, type CsvSeparator, readCsv } from '../../read-csv.ts'
import { longestLineBytes } from './lines.ts'

/** A row of a table by the names of its columns, lower-case and trimmed. */
export interface CsvRow {
  /** The line it begins in, from 1. */
  line: number
  cells: Readonly<Record<string, string>>
  /** Set if the row cannot be understood. */
  problem?: string
}

/**
 * The rows of a CSV file (RFC 4180; commas, semicolons or tabs) below its first line, which names the columns. A cell
 * may contain line ends; no row is longer than `longestLineBytes`.
 */
export async function* csvRows(bytes: AsyncIterable<Buffer>): AsyncGenerator<CsvRow> {
  let names: string[] | undefined
  for await (const record of recordsOf(bytes)) {
    const { line } = record
    if ('problem' in record) {
      yield { line, cells: {}, problem: `${record.problem}; nothing below is read` }
      continue
    }
    const { cells } = record
    if (names === undefined) {
      names = namesOf(record)
      continue
    }
    if (cells.length !== names.length) {
      const problem = `the row has ${cells.length} cells, but the first line names ${names.length} columns`
      yield { line, cells: {}, problem }
      continue
    }
    // Careful: a column may be named like an inherited property.
    const row: Record<string, string> = Object.create(null)
    for (const [index, name] of names.entries()) row[name] = cells[index] ?? ''
    yield { line, cells: row }
  }
}

/** The names of the columns, without reading further. */
export async function csvColumns(bytes: AsyncIterable<Buffer>): Promise<string[]> {
  for await (const record of recordsOf(bytes)) {
    if ('problem' in record) throw new AppError('invalid', record.problem)
    return namesOf(record)
  }
  return []
}

const namesOf = ({ cells }: CsvRecord) => cells.map((name) => name.toLowerCase())

async function* recordsOf(bytes: AsyncIterable<Buffer>): AsyncGenerator<CsvRecord | CsvProblem> {
  const chunks = bytes[Symbol.asyncIterator]()
  const head = await headOf(chunks)
  const whole = async function* () {
    yield head
    yield* { [Symbol.asyncIterator]: () => chunks }
  }
  const delimiter = separatorOf(head.toString('utf8'))
  yield* readCsv(whole(), { delimiter, mostBytes: longestLineBytes })
}

/** The whole first line is needed to detect the separator; a header is never long. */
const longestHeadBytes = 64 * 1024

async function headOf(chunks: AsyncIterator<Buffer>): Promise<Buffer> {
  let head = Buffer.alloc(0)
  while (!head.includes('\n') && head.length < longestHeadBytes) {
    const next = await chunks.next()
    if (next.done) break
    head = Buffer.concat([head, next.value])
  }
  return head
}

function separatorOf(text: string): CsvSeparator {
  const first = /^[^\r\n]*/.exec(text)?.[0] ?? ''
  const counts = ([',', ';', '\t'] as const).map((mark) => ({
    mark,
    count: first.split(mark).length,
  }))
  return counts.reduce((best, one) => (one.count > best.count ? one : best)).mark
}
