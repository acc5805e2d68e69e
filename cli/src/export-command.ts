import { open } from 'node:fs/promises'
import { resolve } from 'node:path'
import { readConfig } from '@tributary/server/config.ts'
import { AppError } from '@tributary/server/errors.ts'
import { openSecrets } from '@tributary/server/store/control/keys/open-secrets.ts'
import type { Command } from 'commander'
import { findLastCheckpoint } from './last-checkpoint.ts'
import { noteDeed } from './note-deed.ts'
import type { Give } from './print.ts'

interface ExportOptions {
  site: string
  from?: string
  to?: string
}

const dayForm = /^\d{4}-\d{2}-\d{2}$/

/** `export`: everything a site has, into a file; a file that was cut off is completed. */
export function exportCommand(program: Command, give: Give): void {
  program
    .command('export')
    .description('write everything a site has into a file; run again, it goes on after a cut')
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
      const begun = await findLastCheckpoint(file)
      const { reachStores } = await import('@tributary/server/operator/reach-stores.ts')
      const { exportSite } = await import('@tributary/server/exports/export-site.ts')
      const { getSite } = await import('@tributary/server/sites/manage-sites.ts')
      const config = readConfig()
      const stores = await reachStores(config)
      const handle = await open(file, begun === undefined ? 'wx' : 'r+', 0o600)
      try {
        await stores.flush()
        const site = await getSite(stores.control, siteId)
        const order = { site, from, to, cursor: begun?.cursor, nowMs: Date.now() }
        let bytes = begun?.bytes ?? 0
        await handle.truncate(bytes)
        const secrets = await openSecrets(stores.control.db, config)
        await noteDeed(stores.control, { action: 'export.made', siteId })
        for await (const text of exportSite({ ...stores, secrets }, order)) {
          const chunk = Buffer.from(text)
          await handle.write(chunk, 0, chunk.length, bytes)
          bytes += chunk.length
        }
        await handle.sync()
        give({ json: { file, bytes }, text: `${(bytes / 1e6).toFixed(1)} MB in ${file}` })
      } finally {
        await handle.close()
        await stores.close()
      }
    })
}
