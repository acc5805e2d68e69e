// Packs the history of exchange rates that the program brings along into server/src/data/shipped-rates.ts.
// Before a release, on a machine that reaches the European Central Bank:
//   node_modules/.bin/node scripts/data/exchange-rates.ts
// or with its file eurofxref-hist.zip (or .csv, .xml) from elsewhere as the argument.
import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { brotliCompressSync, constants } from 'node:zlib'
import { fetchRates } from '../../server/src/payments/rates/files/fetch-rates.ts'
import { readRates } from '../../server/src/payments/rates/files/read-rates.ts'
import { ecbFolder } from '../../server/src/settings/settings.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    out: { type: 'string', default: 'server/src/data/shipped-rates.ts' },
    since: { type: 'string', default: '2015-01-01' },
    /** For rates that are not the ECB's: a sentence that describes them. */
    other: { type: 'string' },
  },
})

const from = positionals[0] ?? new URL('eurofxref-hist.zip', ecbFolder).href
const made = new Date().toISOString().slice(0, 10)
const span = { since: values.since, until: made }
const { rates, lastDay } = await readRates(await fetchRates(from), span)
const source =
  values.other ??
  'The reference rates of the European Central Bank, which allows their reuse where it is named.'

const currencies = [...new Set(rates.map(({ currency }) => currency))].sort()
const byDay = Map.groupBy(rates, ({ day }) => day)
const lines = [...byDay.keys()].sort().map((day) => {
  const known = new Map(byDay.get(day)?.map(({ currency, perEur }) => [currency, perEur]))
  return [day, ...currencies.map((currency) => known.get(currency) ?? '')].join(',')
})
const csv = [['Date', ...currencies].join(','), ...lines].join('\n')
const packed = brotliCompressSync(csv, {
  params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY },
}).toString('base64')

await writeFile(
  values.out,
  `// Made by scripts/data/exchange-rates.ts on ${made}; the CSV within is compressed by Brotli.

/**
 * Units of a currency for one euro, ${lines[0]?.slice(0, 10)} to ${lastDay}.
 * ${source}
 */
export const shippedRates = {
  /** Whether it is the ECB's own history, of every working day. */
  isComplete: ${values.other === undefined},
  packed:
    '${packed}',
}
`,
)
process.stdout.write(`${lines.length} days up to ${lastDay}, ${packed.length} characters\n`)
