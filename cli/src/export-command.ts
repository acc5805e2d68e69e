import { resolve } from 'node:path'
import { readConfig } from '@tributary/server/config.ts'
import { AppError } from '@tributary/server/errors.ts'
import { openSecrets } from '@tributary/server/store/control/keys/open-secrets.ts'
import type { Command } from 'commander'
import type { Give, Print } from './print.ts'
import { writeExport } from './write-export.ts'

interface ExportOptions {
  site: string
  from?: string
  to?: string
}

const dayForm = /^\d{4}-\d{2}-\d{2}$/

/** `export`: writes everything a site has to a file; continues an incomplete file. */
export function exportCommand(program: Command, give: Give, print: Print): void {
  program
    .command('export')
    .description(
      'write everything a site has into a file; after a cut it continues, by itself or run again',
    )
    .argument('<file>', 'new, or the beginning of the same export')
    .requiredOption('--site <id>', 'which site')
    .option('--from <day>', 'first UTC day of events and payments, such as 2026-11-01')
    .option('--to <day>', 'last UTC day')
    .action(async (name: string, { site: siteId, from, to }: ExportOptions) => {
      for (const day of [from, to]) {
        if (day !== undefined && !dayForm.test(day)) {
          throw new AppError('invalid', `${day} must be a day such as 2026-11-01`)
        }
      }
      const file = resolve(name)
      const config = readConfig()
      const { reachStores } = await import('@tributary/server/operator/reach-stores.ts')
      const { bytes } = await writeExport({
        ...{ file, siteId, from, to },
        reach: async () => {
          const stores = await reachStores(config)
          return { ...stores, secrets: await openSecrets(stores.control.db, config) }
        },
        report: (text) => print.err(`${text}\n`),
      })
      give({ json: { file, bytes }, text: `${(bytes / 1e6).toFixed(1)} MB in ${file}` })
    })
}
