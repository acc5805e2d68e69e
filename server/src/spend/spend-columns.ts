import { AppError } from '../errors.ts'
import { type CsvRecord, csvRecords } from '../read-csv.ts'

/** The meaning of a column of an export. */
export type SpendColumn =
  | 'day'
  | 'lastDay'
  | 'source'
  | 'medium'
  | 'campaign'
  | 'term'
  | 'content'
  | 'currency'
  | 'amount'
  | 'clicks'
  | 'impressions'

/**
 * The names of columns, the preferred one first. Google Ads: Day, Campaign, Currency code, Cost, Clicks, Impr. Meta:
 * Reporting starts, Reporting ends, Campaign name, Amount spent (USD), Link clicks, Impressions; Day with a breakdown
 * by day. The others are names that people and other networks use.
 */
const names: Record<SpendColumn, readonly string[]> = {
  day: ['day', 'date', 'reporting starts', 'time period', 'datum', 'tag', 'fecha', 'día'],
  lastDay: ['reporting ends'],
  source: ['utm_source', 'source'],
  medium: ['utm_medium', 'medium'],
  campaign: ['utm_campaign', 'campaign', 'campaign name', 'kampagne', 'campaña'],
  term: ['utm_term', 'term'],
  content: ['utm_content', 'content'],
  currency: ['currency code', 'currency', 'währungscode', 'währung', 'moneda'],
  amount: ['cost', 'spend', 'amount spent', 'amount', 'total spent', 'kosten', 'coste', 'importe'],
  clicks: ['link clicks', 'clicks', 'clicks (all)', 'klicks', 'clics'],
  impressions: ['impressions', 'impr.', 'impr', 'impressionen', 'impresiones'],
}

export type SpendFormat = 'google-ads' | 'meta' | 'generic'

/** The position of each column, its name in the file, and the rows. */
export interface SpendTable {
  format: SpendFormat
  places: Map<SpendColumn, number>
  titles: Record<string, string>
  /** From `Amount spent (EUR)`. */
  currency: string | undefined
  records: CsvRecord[]
}

/** Reports begin with a title and their days before the names of the columns. */
const mostLinesBefore = 15
const separators = [',', ';', '\t'] as const
const noColumns =
  'csv: no line names a column for the day (Day, Date, Reporting starts) and one for the amount (Cost, Spend, Amount spent)'
const codeInBrackets = /\(([A-Za-z]{3})\)$/

/** Finds the line with the names of the columns, whatever the separator and the lines before it. */
export function readSpendTable(csv: string): SpendTable {
  let problem = noColumns
  for (const separator of separators) {
    const records = csvRecords(csv, separator)
    if ('problem' in records) {
      problem = `csv: line ${records.line}: ${records.problem}`
      continue
    }
    for (const [index, { cells }] of records.slice(0, mostLinesBefore).entries()) {
      const found = columnsOf(cells)
      if (found.places.has('day') && found.places.has('amount')) {
        return { ...found, records: records.slice(index + 1) }
      }
    }
  }
  throw new AppError('invalid', problem)
}

function columnsOf(cells: readonly string[]): Omit<SpendTable, 'records'> {
  const places = new Map<SpendColumn, number>()
  const titles: Record<string, string> = {}
  const plain = cells.map((cell) => cell.toLowerCase())
  const withoutCode = plain.map((cell) => cell.replace(codeInBrackets, '').trimEnd())
  for (const [column, known] of Object.entries(names) as [SpendColumn, readonly string[]][]) {
    const name = known.find((one) => plain.includes(one) || withoutCode.includes(one))
    if (name === undefined) continue
    const place = plain.includes(name) ? plain.indexOf(name) : withoutCode.indexOf(name)
    places.set(column, place)
    titles[column] = cells[place] ?? ''
  }
  const amountTitle = titles.amount ?? ''
  return {
    format: formatOf(plain),
    places,
    titles,
    currency: codeInBrackets.exec(amountTitle)?.[1]?.toUpperCase(),
  }
}

function formatOf(plain: readonly string[]): SpendFormat {
  const has = (name: string) => plain.includes(name)
  if (has('reporting starts') || plain.some((name) => name.startsWith('amount spent')))
    return 'meta'
  return has('impr.') || (has('currency code') && has('cost')) ? 'google-ads' : 'generic'
}
