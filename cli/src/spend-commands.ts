import type { SpendImport } from '@tributary/contract/spend.ts'
import { getSite } from '@tributary/server/sites/manage-sites.ts'
import { decodeExport } from '@tributary/server/spend/decode-export.ts'
import { importSpend } from '@tributary/server/spend/import-spend.ts'
import type { Command } from 'commander'
import type { Give } from './print.ts'
import { readWhole } from './read-file.ts'
import { withControl } from './with-control.ts'

interface ImportOptions {
  site: string
  source?: string
  medium?: string
  currency?: string
  dayFirst?: boolean
  dryRun?: boolean
  skipErrors?: boolean
}

/** `spend …`: what ads cost. */
export function spendCommands(program: Command, give: Give): void {
  program
    .command('spend')
    .description('ad spend')
    .command('import')
    .description('import a CSV export of Google Ads, Meta Ads or any with a day and an amount')
    .argument('<file>', 'the export')
    .requiredOption('--site <id>', 'whose ads they are')
    .option('--source <name>', 'where the file names none, such as google')
    .option('--medium <name>', 'where the file names none, such as cpc')
    .option('--currency <code>', 'where the file names none (default: that of the site)')
    .option('--day-first', 'dates begin with the day: 01/02/2026 is 1 February')
    .option('--dry-run', 'only show what would be stored')
    .option('--skip-errors', 'skip lines that cannot be read')
    .action(async (file: string, { site: siteId, ...options }: ImportOptions) => {
      const csv = decodeExport(await readWhole(file))
      const done = await withControl(async (store) => {
        const site = await getSite(store, siteId)
        return importSpend(store, site, { input: { csv, ...options }, nowMs: Date.now() })
      })
      give({ json: { ...done }, text: textOf(done, options.dryRun === true) })
    })
}

function textOf(done: SpendImport, isDryRun: boolean): string {
  const { rows, format, firstDay, lastDay, replaces, totals, errors, errorCount } = done
  const sums = totals.map(({ currency, amount }) => `${amount} ${currency}`).join(', ')
  return [
    `${isDryRun ? 'Would import' : 'Imported'} ${rows} rows (${format}), ${firstDay ?? '-'} to ${lastDay ?? '-'}: ${sums || 'nothing'}`,
    ...(replaces > 0 ? [`${replaces} of them replace existing rows`] : []),
    ...errors.map(({ line, message }) => `line ${line}: ${message}`),
    ...(errorCount > errors.length ? [`and ${errorCount - errors.length} more lines`] : []),
  ].join('\n')
}
