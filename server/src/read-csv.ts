import { CsvError, type Options, parse } from 'csv-parse'
import { parse as parseText } from 'csv-parse/sync'

/** One record of a file, with the line on which it begins, counted from 1. Cells are trimmed. */
export interface CsvRecord {
  line: number
  cells: string[]
}

/** A record that cannot be read. What follows it is not read either. */
export interface CsvProblem {
  line: number
  problem: string
}

export type CsvSeparator = ',' | ';' | '\t'

/** A quote counts only at the beginning of a cell, and line ends of any system are accepted. */
const dialect = {
  bom: true,
  record_delimiter: ['\r\n', '\n'],
  relax_column_count: true,
  relax_quotes: true,
  trim: true,
} satisfies Options

/** Reads RFC 4180 with one of three separators; quotes may hold separators and line ends. Empty lines are left out. */
export function csvRecords(text: string, delimiter: CsvSeparator): CsvRecord[] | CsvProblem {
  const { records, take, problemOf } = recordsTaken()
  try {
    parseText(text, { ...dialect, delimiter, on_record: take })
    return records
  } catch (error) {
    return problemOf(error)
  }
}

/** The same of a file of any length, none of whose records is longer than some bytes. Reads up to the first problem. */
export async function* readCsv(
  bytes: AsyncIterable<Buffer>,
  { delimiter, mostBytes }: { delimiter: CsvSeparator; mostBytes: number },
): AsyncGenerator<CsvRecord | CsvProblem> {
  const { records, take, problemOf } = recordsTaken()
  const parser = parse({ ...dialect, delimiter, max_record_size: mostBytes, on_record: take })
  // Also returned by each write. Reading the stream instead would lose what it holds when there is an error.
  parser.on('error', () => undefined)
  for await (const chunk of bytes) {
    const error = await new Promise((done) => parser.write(chunk, done))
    yield* records.splice(0)
    if (error) return yield problemOf(error)
  }
  const error = await new Promise((done) => parser.end(done))
  yield* records.splice(0)
  if (error) yield problemOf(error)
}

/** Collects what a parser reads. */
function recordsTaken() {
  const records: CsvRecord[] = []
  let endedAt = 0
  let counted = 0
  return {
    records,
    take(cells: string[], { lines }: { lines: number }): null {
      // The parser counts a line end in a cell twice if it is `\r\n`.
      endedAt += lines - counted - countIn(cells, '\r')
      counted = lines
      const isEmpty = cells.every((cell) => cell === '')
      if (!isEmpty) records.push({ line: endedAt - countIn(cells, '\n'), cells })
      return null
    },
    /** Throws any other error. */
    problemOf(error: unknown): CsvProblem {
      const problem = error instanceof CsvError ? problems[error.code] : undefined
      if (problem === undefined) throw error
      return { line: endedAt + 1, problem }
    },
  }
}

const countIn = (cells: readonly string[], mark: string) =>
  cells.reduce((sum, cell) => sum + cell.split(mark).length - 1, 0)

const problems: Record<string, string> = {
  CSV_QUOTE_NOT_CLOSED: 'a quoted cell begins here and never ends',
  CSV_MAX_RECORD_SIZE: 'the row is too long, or a quoted cell begins here and never ends',
  CSV_NON_TRIMABLE_CHAR_AFTER_CLOSING_QUOTE:
    'a cell has text after its closing quote; a quote inside a quoted cell is written twice',
}
