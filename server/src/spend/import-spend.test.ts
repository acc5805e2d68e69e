import type { SpendImportInput } from '@tributary/contract/spend.ts'
import { describe, expect, it } from 'vitest'
import { csvRecords } from '../read-csv.ts'
import { describeOnControlStores, describeOnSqlite } from '../test/control-stores.ts'
import { inLongForm } from '../test/long-form.ts'
import { decodeExport } from './decode-export.ts'
import { importSpend } from './import-spend.ts'
import { readSpendTable } from './spend-columns.ts'

inLongForm(describeOnControlStores, describeOnSqlite)('an export of ad spend', (stores) => {
  const site = { id: 'site_a', currency: 'EUR' }
  async function look(csv: string, more: Partial<SpendImportInput> = {}) {
    const control = await stores.open()
    return importSpend(control, site, { input: { csv, dryRun: true, ...more }, nowMs: 1 })
  }

  it('of Google Ads has a title, grouped thousands, dashes for nothing, and totals at its end', async () => {
    const csv = [
      'Campaign report',
      '"November 1, 2026 - November 2, 2026"',
      'Day,Campaign,Campaign ID,Currency code,Cost,Impr.,Clicks',
      '2026-11-01,Brand,1,USD,"1,204.50","48,210",930',
      '2026-11-01,"Shoes, red",2,USD,0.00, --, --',
      '2026-11-02,Brand,1,USD,33.30,100,4',
      'Total: Account,--,--,USD,"1,237.80","48,310",934',
    ].join('\r\n')
    expect(await look(csv)).toMatchObject({
      format: 'google-ads',
      lines: 4,
      rows: 3,
      skipped: 1,
      errorCount: 0,
      totals: [{ currency: 'USD', amount: 1237.8 }],
      preview: [
        {
          source: 'google',
          medium: 'cpc',
          campaign: 'brand',
          currency: 'USD',
          amount: 1204.5,
          clicks: 930,
          impressions: 48_210,
        },
        { campaign: 'shoes, red', amount: 0, clicks: null, impressions: null },
        { day: '2026-11-02' },
      ],
    })
  })

  it('of Meta Ads names its currency in a column, has a sum without a campaign and many ads a day', async () => {
    const csv = [
      'Campaign name,Day,Ad name,Amount spent (USD),Link clicks,Clicks (all),Impressions,Reporting starts,Reporting ends',
      ',,,15.50,31,40,1500,2026-11-01,2026-11-02',
      'Autumn,2026-11-01,Video,10.25,20,25,1000,2026-11-01,2026-11-01',
      'Autumn,2026-11-01,Picture,5.25,11,15,500,2026-11-01,2026-11-01',
    ].join('\n')
    expect(await look(csv)).toMatchObject({
      format: 'meta',
      columns: { day: 'Day', amount: 'Amount spent (USD)', clicks: 'Link clicks' },
      rows: 1,
      skipped: 1,
      errorCount: 0,
      preview: [
        {
          day: '2026-11-01',
          source: 'facebook',
          medium: 'paid_social',
          campaign: 'autumn',
          currency: 'USD',
          amount: 15.5,
          clicks: 31,
          impressions: 1500,
        },
      ],
    })
  })

  it('names the line and what is wrong with it, and reads the others', async () => {
    const csv = [
      'Day,Source,Currency,Cost,Clicks',
      '2026-11-01,google,EUR,1.00,1',
      '2026-11-31,google,EUR,1.00,1',
      '2026-11-02,google,EUR,,1',
      '2026-11-03,,EUR,1.00,1',
      '2026-11-04,google,EUR,1.00,few',
      '2026-11-05,google,XXL,1.00,1',
      '2026-11-01,google,USD,1.00,1',
      '2026-11-06,"two',
      'lines",EUR,2.00,1',
      '2026-11-07,google,EUR,2.001,1',
    ].join('\n')
    const { errors, rows } = await look(csv)
    expect(rows).toBe(2)
    expect(errors).toEqual([
      { line: 3, message: '2026-11-31 is no day such as 2026-11-02' },
      { line: 4, message: 'the amount is missing' },
      { line: 5, message: 'the source is missing; add a column source or say one for all' },
      { line: 6, message: 'few is no count' },
      { line: 7, message: 'currency must be an ISO 4217 code such as USD' },
      { line: 8, message: 'the same day and campaign is in EUR above' },
      { line: 11, message: 'amount has more decimals than EUR has' },
    ])
  })

  it('refuses a line about several days rather than guess how they divide', async () => {
    const csv =
      'Reporting starts,Reporting ends,Campaign name,Amount spent (EUR)\n2026-11-01,2026-11-30,A,9.00\n'
    const { errors } = await look(csv)
    expect(errors).toEqual([
      {
        line: 2,
        message: 'the line is about several days; export with the breakdown "By time: Day"',
      },
    ])
  })

  it.each([
    ['13/11/2026,1.00', {}, '2026-11-13'],
    ['11/13/2026,1.00', {}, '2026-11-13'],
    ['01/02/2026,1.00', { dayFirst: true }, '2026-02-01'],
    ['01/02/2026,1.00', { dayFirst: false }, '2026-01-02'],
    ['2.11.2026,1.00', {}, '2026-11-02'],
    ['"Nov 2, 2026",1.00', {}, '2026-11-02'],
    ['2 November 2026,1.00', {}, '2026-11-02'],
    ['2026/11/02,1.00', {}, '2026-11-02'],
  ])('reads the day of %s', async (line, more, day) => {
    const { preview } = await look(`Date,Cost\n${line}\n`, { source: 'x', ...more })
    expect(preview).toMatchObject([{ day, amount: 1 }])
  })

  it('asks which of two numbers is the day rather than guess', async () => {
    const { errors } = await look('Date,Cost\n01/02/2026,1.00\n', { source: 'x' })
    expect(errors).toEqual([
      { line: 2, message: '01/02/2026 may be two days; say whether the day comes first' },
    ])
  })

  it.each([
    ['"1,234.56"', 1234.56],
    ['"1.234,56 €"', 1234.56],
    ['$12.50', 12.5],
    ['12,5', 12.5],
    ["1'234.50", 1234.5],
    ['1 234,50', 1234.5],
    ['USD 7', 7],
    ['"1,234"', 1234],
  ])('reads the amount %s', async (text, amount) => {
    const { preview } = await look(`Date;Cost\n2026-11-02;${text}\n`, { source: 'x' })
    expect(preview).toMatchObject([{ amount }])
  })

  it('infers from other lines what a single point means, and asks where none does', async () => {
    const file = (amounts: string[]) =>
      `Date;Cost\n${amounts.map((amount, index) => `2026-11-0${index + 1};${amount}\n`).join('')}`
    const german = await look(file(['1.204', '3,10']), { source: 'x' })
    expect(german.totals).toEqual([{ currency: 'EUR', amount: 1207.1 }])
    const { errors } = await look(file(['1.204']), { source: 'x' })
    expect(errors).toEqual([{ line: 2, message: '1.204 may be thousands or thousandths' }])
  })

  it('must name its columns', async () => {
    await expect(look('hello\nworld\n')).rejects.toThrow('csv: no line names a column for the day')
  })
})

describe('the text of an export', () => {
  it('is UTF-8, or the UTF-16 of "Excel .csv"', () => {
    const text = 'Day\tCost\n'
    const utf16 = new Uint8Array([0xff, 0xfe, ...Buffer.from(text, 'utf16le')])
    expect(decodeExport(utf16)).toBe(text)
    expect(decodeExport(new TextEncoder().encode('\ufeffDay'))).toBe('Day')
  })

  it('is not blocked by a column name of four megabytes of blanks', () => {
    const cpuBefore = process.cpuUsage()
    expect(() => readSpendTable(`day,cost${' '.repeat(3_990_000)}x\n`)).toThrow('amount')
    // It took hours when each blank was a possible beginning of a match.
    expect(process.cpuUsage(cpuBefore).user / 1000).toBeLessThan(5_000)
  })

  it('may have quotes around line ends, and one that never ends is named', () => {
    const problem = 'a quoted cell begins here and never ends'
    expect(csvRecords('a,b\nc,"d\n', ',')).toEqual({ line: 2, problem })
    expect(() => readSpendTable('day,cost\n2026-11-01,"3\n')).toThrow(`csv: line 2: ${problem}`)
    expect(() => readSpendTable('day,cost\n"2026-11-01"x,3\n')).toThrow('csv: line 2: a cell has')
    const multiline = csvRecords('a,"b\n\nc"\r\nd, "e" \n', ',')
    expect(multiline).toEqual([
      { line: 1, cells: ['a', 'b\n\nc'] },
      { line: 4, cells: ['d', 'e'] },
    ])
    expect(csvRecords('a,"say ""hi"""\n\nb,c', ',')).toEqual([
      { line: 1, cells: ['a', 'say "hi"'] },
      { line: 3, cells: ['b', 'c'] },
    ])
  })
})
