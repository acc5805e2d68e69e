import { expect, it } from 'vitest'
import { writeCsv } from '../src/api/client/csv.ts'

it('writes what visitors made up so that no spreadsheet runs it', () => {
  const rows = [
    ['=HYPERLINK("http://evil.example")', 1],
    ['+1', 2],
    ['-1', 3],
    ['@x', 4],
    ['plain, with a comma', null],
    ['two\nlines', -5],
  ]
  expect(writeCsv(['page', 'visitors'], rows)).toBe(
    [
      '\uFEFFpage,visitors',
      `"'=HYPERLINK(""http://evil.example"")",1`,
      "'+1,2",
      "'-1,3",
      "'@x,4",
      '"plain, with a comma",',
      '"two\nlines",-5',
      '',
    ].join('\r\n'),
  )
})
