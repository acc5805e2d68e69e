import { Readable } from 'node:stream'
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
  const records: CsvRecord[] = []
  let endedAt = 0
  const take = (cells: string[], { lines }: { lines: number }) => {
    endedAt = lines
    if (!isEmpty(cells)) records.push(recordOf(cells, lines))
    return null
  }
  try {
    parseText(text, { ...dialect, delimiter, on_record: take })
    return records
  } catch (error) {
    return problemOf(error, endedAt)
  }
}

/** The same of a file of any length, none of whose records is longer than some bytes. */
export async function* readCsv(
  bytes: AsyncIterable<Buffer>,
  { delimiter, mostBytes }: { delimiter: CsvSeparator; mostBytes: number },
): AsyncGenerator<CsvRecord | CsvProblem> {
  const source = Readable.from(bytes)
  const parser = parse({ ...dialect, info: true, delimiter, max_record_size: mostBytes })
  source.once('error', (error) => parser.destroy(error))
  let endedAt = 0
  try {
    for await (const { record: cells, info } of source.pipe(parser)) {
      endedAt = info.lines
      if (!isEmpty(cells)) yield recordOf(cells, endedAt)
    }
  } catch (error) {
    yield problemOf(error, endedAt)
  } finally {
    source.destroy()
  }
}

const isEmpty = (cells: readonly string[]) => cells.every((cell) => cell === '')

function recordOf(cells: string[], lastLine: number): CsvRecord {
  const lineEnds = cells.reduce((sum, cell) => sum + cell.split('\n').length - 1, 0)
  return { line: lastLine - lineEnds, cells }
}

const problems: Record<string, string> = {
  CSV_QUOTE_NOT_CLOSED: 'a quoted cell begins here and never ends',
  CSV_MAX_RECORD_SIZE: 'the row is too long, or a quoted cell begins here and never ends',
}

function problemOf(error: unknown, endedAt: number): CsvProblem {
  const problem = error instanceof CsvError ? problems[error.code] : undefined
  if (problem === undefined) throw error
  return { line: endedAt + 1, problem }
}
