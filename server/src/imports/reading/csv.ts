import { AppError } from '../../errors.ts'
import { longestLineBytes } from './lines.ts'

/** A row of a table by the names of its columns, lower-case and trimmed. */
export interface CsvRow {
  /** The line it begins in, from 1. */
  line: number
  cells: Readonly<Record<string, string>>
  /** Set when the row cannot be understood. */
  problem?: string
}

const mostColumns = 1_000

/**
 * The rows of a CSV file (RFC 4180; commas, semicolons or tabs) below its first line, which names the
 * columns. A cell may hold line ends; no cell and no row is ever longer than `longestLineBytes`.
 */
export async function* csvRows(bytes: AsyncIterable<Buffer>): AsyncGenerator<CsvRow> {
  let names: string[] | undefined
  for await (const { line, cells, problem } of rawRows(bytes)) {
    if (problem !== undefined) {
      yield { line, cells: {}, problem }
      continue
    }
    if (cells.length === 1 && cells[0] === '') continue
    if (names === undefined) {
      names = cells.map((name) => name.trim().toLowerCase())
      continue
    }
    if (cells.length !== names.length) {
      const problem = `the row has ${cells.length} cells, but the first line names ${names.length} columns`
      yield { line, cells: {}, problem }
      continue
    }
    // Careful: a column may be called like something every object inherits.
    const row: Record<string, string> = Object.create(null)
    for (const [index, name] of names.entries()) row[name] = cells[index] ?? ''
    yield { line, cells: row }
  }
}

/** The names of the columns, without reading on. */
export async function csvColumns(bytes: AsyncIterable<Buffer>): Promise<string[]> {
  for await (const { cells, problem } of rawRows(bytes)) {
    if (problem !== undefined) throw new AppError('invalid', problem)
    return cells.map((name) => name.trim().toLowerCase())
  }
  return []
}

interface RawRow {
  line: number
  cells: string[]
  problem?: string
}

async function* rawRows(bytes: AsyncIterable<Buffer>): AsyncGenerator<RawRow> {
  const parser = new RowParser()
  const decoder = new TextDecoder('utf-8')
  for await (const chunk of bytes) yield* parser.push(decoder.decode(chunk, { stream: true }))
  yield* parser.push(decoder.decode())
  yield* parser.end()
}

/** Takes text in pieces of any size and gives the rows that are whole. */
class RowParser {
  #line = 1
  #startLine = 1
  #cells: string[] = []
  #cell = ''
  #length = 0
  #isQuoted = false
  /** The last character was a quote inside a quoted cell: its end, or half of a doubled one. */
  #isAfterQuote = false
  #isAtStart = true
  #separator: string | undefined;

  *push(text: string): Generator<RawRow> {
    let rest = text
    if (this.#separator === undefined) {
      // The whole first line is needed to tell the separator; a header is never long.
      this.#cell += rest
      if (!/[\r\n]/.test(this.#cell) && this.#cell.length < 64 * 1024) return
      rest = this.#cell.replace(/^\ufeff/, '')
      this.#cell = ''
      this.#separator = separatorOf(rest)
    }
    yield* this.#read(rest)
  }

  *end(): Generator<RawRow> {
    if (this.#separator === undefined) {
      const rest = this.#cell.replace(/^\ufeff/, '')
      this.#cell = ''
      this.#separator = separatorOf(rest)
      yield* this.#read(rest)
    }
    if (this.#isQuoted && !this.#isAfterQuote) {
      const problem = 'a quoted cell begins here and never ends'
      yield { line: this.#startLine, cells: [], problem }
    } else if (this.#cells.length > 0 || this.#cell !== '') yield this.#row()
  }

  *#read(text: string): Generator<RawRow> {
    const separator = this.#separator
    for (const character of text) {
      if (this.#isQuoted && !this.#isAfterQuote) {
        if (character === '"') this.#isAfterQuote = true
        else this.#add(character)
        if (character === '\n') this.#line += 1
        continue
      }
      if (this.#isAfterQuote) {
        this.#isAfterQuote = false
        if (character === '"') {
          this.#add('"')
          continue
        }
        this.#isQuoted = false
      }
      if (character === '"' && this.#isAtStart) {
        this.#isQuoted = true
        this.#isAtStart = false
      } else if (character === separator) this.#endCell()
      else if (character === '\n') {
        yield this.#row()
        this.#line += 1
        this.#startLine = this.#line
      } else if (character !== '\r') this.#add(character)
    }
  }

  #add(character: string): void {
    this.#isAtStart = false
    this.#length += 1
    if (this.#length <= longestLineBytes) this.#cell += character
  }

  #endCell(): void {
    if (this.#cells.length <= mostColumns) this.#cells.push(this.#cell)
    this.#cell = ''
    this.#isAtStart = true
    this.#isQuoted = false
    this.#isAfterQuote = false
  }

  #row(): RawRow {
    this.#endCell()
    const row: RawRow = { line: this.#startLine, cells: this.#cells }
    if (this.#length > longestLineBytes) row.problem = 'the row is longer than 1 MB'
    if (this.#cells.length > mostColumns) row.problem = `the row has more than ${mostColumns} cells`
    this.#cells = []
    this.#length = 0
    return row
  }
}

function separatorOf(text: string): string {
  const first = /^[^\r\n]*/.exec(text)?.[0] ?? ''
  const counts = [',', ';', '\t'].map((mark) => ({ mark, count: first.split(mark).length }))
  return counts.reduce((best, one) => (one.count > best.count ? one : best)).mark
}
