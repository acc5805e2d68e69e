import { resolve } from 'node:path'
import { readConfig } from '@tributary/server/config.ts'
import type { Command } from 'commander'
import type { Give, Print } from './print.ts'

const keepTheSecret =
  'The secret is not in it: keep SECRET, or the file "secret" of the data folder, in another safe place. Without it provider secrets and stored e-mail addresses cannot be read.'

/** `backup` and `restore`. */
export function backupCommands(program: Command, give: Give, print: Print): void {
  const report = (text: string) => print.err(`${text}\n`)
  program
    .command('backup')
    .description('back up the installation into a folder; the server may run')
    .argument('<folder>', 'empty or new')
    .action(async (folder: string) => {
      const config = readConfig()
      const { reachStores } = await import('@tributary/server/operator/reach-stores.ts')
      const { makeBackup } = await import('@tributary/server/backup/make-backup.ts')
      const stores = await reachStores(config)
      try {
        const made = await makeBackup({
          config,
          stores,
          folder: resolve(folder),
          now: Date.now,
          onProgress: report,
        })
        const bytes = made.files.reduce((sum, file) => sum + file.bytes, 0)
        const events = made.events ? '' : `\n${clickhouseHint}`
        give({
          json: {
            folder: resolve(folder),
            createdAt: made.createdAt,
            bytes,
            files: made.files.length,
            eventsIncluded: made.events !== undefined,
          },
          text: `${made.files.length} files, ${(bytes / 1e6).toFixed(1)} MB in ${resolve(folder)}.\n${keepTheSecret}${events}`,
        })
      } finally {
        await stores.close()
      }
    })

  program
    .command('restore')
    .description('restore a backup into an empty data folder')
    .argument('<folder>', 'the backup')
    .action(async (folder: string) => {
      const config = readConfig()
      const { restoreBackup } = await import('@tributary/server/backup/restore-backup.ts')
      const restored = await restoreBackup({
        config,
        folder: resolve(folder),
        onProgress: report,
      })
      give({
        json: { dataDir: config.dataDir, createdAt: restored.createdAt },
        text: `${config.dataDir} is what it was at ${restored.createdAt}. Erasures are applied by the next start.`,
      })
    })
}

const clickhouseHint =
  "The events are not in it, because a ClickHouse server keeps them: run its own BACKUP DATABASE … TO … now, after this command, which has brought this node's journal into it."
