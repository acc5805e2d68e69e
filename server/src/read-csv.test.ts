import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CsvProblem, type CsvRecord, csvRecords, readCsv } from './read-csv.ts'

/** Texts of the characters that matter to a CSV parser, and a few that do not. */
const texts = fc.string({ unit: fc.constantFrom(...'ab ,;"\n\t\u00e9', '\r\n'), maxLength: 40 })

/** The file in pieces that end at the given bytes. */
async function inPieces(text: string, ends: readonly number[]) {
  const bytes = Buffer.from(text)
  const places = [...new Set([0, ...ends.map((end) => end % (bytes.length + 1)), bytes.length])]
  const pieces = places
    .sort((a, b) => a - b)
    .map((from, at) => bytes.subarray(from, places[at + 1]))
  const records: (CsvRecord | CsvProblem)[] = []
  const source = (async function* () {
    yield* pieces
  })()
  for await (const record of readCsv(source, { delimiter: ',', mostBytes: 1000 })) {
    records.push(record)
  }
  return records
}

const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`

describe('a CSV file', () => {
  it('has rows or a problem, whatever its text', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const read = csvRecords(text, ',')
        expect(Array.isArray(read) || read.problem.length > 0).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })

  it('has the cells that were written, each row with its line', () => {
    const cell = fc.string({ unit: fc.constantFrom(...'ab ,;"\n', '\r\n'), maxLength: 6 })
    const cells = fc.array(cell, { minLength: 1, maxLength: 3 })
    fc.assert(
      fc.property(fc.array(cells, { maxLength: 5 }), fc.constantFrom('\n', '\r\n'), (rows, end) => {
        const written = rows.map((row) => row.map(quoted).join(',') + end)
        const lineOf = (index: number) => written.slice(0, index).join('').split('\n').length
        const expected = rows.map((row, index) => ({ line: lineOf(index), cells: row }))
        const isFilled = ({ cells }: CsvRecord) => cells.some((one) => one !== '')
        expect(csvRecords(written.join(''), ',')).toEqual(expected.filter(isFilled))
      }),
    )
  })

  it('has the same rows wherever its pieces end', async () => {
    await fc.assert(
      fc.asyncProperty(texts, fc.array(fc.nat(100), { maxLength: 6 }), async (text, ends) => {
        const whole = csvRecords(text, ',')
        const pieces = await inPieces(text, ends)
        if (Array.isArray(whole)) expect(pieces).toEqual(whole)
        else expect(pieces.at(-1)).toEqual(whole)
        expect(pieces).toEqual(await inPieces(text, []))
      }),
    )
  })

  it('with text after a closing quote is named with its line', async () => {
    const problem =
      'a cell has text after its closing quote; a quote inside a quoted cell is written twice'
    expect(csvRecords('a,b\n"c"d,e\n', ',')).toEqual({ line: 2, problem })
    expect(await inPieces('a,b\n"c" d,e\n', [])).toEqual([
      { line: 1, cells: ['a', 'b'] },
      { line: 2, problem },
    ])
  })
})
