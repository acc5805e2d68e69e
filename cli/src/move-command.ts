import { readConfig } from '@tributary/server/config.ts'
import type { Command } from 'commander'
import type { Give, Print } from './print.ts'

interface MoveOptions {
  databaseUrl?: string
  clickhouseUrl?: string
  clickhouseCluster?: string
}

/** `move`: from the embedded stores to servers. */
export function moveCommand(program: Command, give: Give, print: Print): void {
  program
    .command('move')
    .description('copy an embedded installation to Postgres, ClickHouse or both, and switch over')
    .option('--database-url <url>', 'an empty Postgres database, postgres://…')
    .option('--clickhouse-url <url>', 'an empty ClickHouse database, http(s)://…')
    .option('--clickhouse-cluster <name>', 'a cluster of that server to store events on')
    .action(async (options: MoveOptions) => {
      const config = readConfig()
      // Validated by the same rules as the settings that they become.
      const target = readConfig({
        DATA_DIR: config.dataDir,
        SECRET: config.secret,
        DATABASE_URL: options.databaseUrl,
        CLICKHOUSE_URL: options.clickhouseUrl,
        CLICKHOUSE_CLUSTER: options.clickhouseCluster,
      })
      const { reachStores } = await import('@tributary/server/operator/reach-stores.ts')
      const { moveInstallation } = await import('@tributary/server/backup/move-installation.ts')
      const stores = await reachStores(config)
      try {
        const { isDone } = await moveInstallation({
          config,
          stores,
          databaseUrl: target.databaseUrl,
          clickhouseUrl: target.clickhouseUrl,
          clickhouseCluster: target.clickhouseCluster,
          onProgress: (text) => print.err(`${text}\n`),
        })
        give({ json: { done: isDone }, text: isDone ? doneText : againText })
      } finally {
        await stores.close()
      }
    })
}

const againText =
  'The events so far are copied. Stop the server and run this again: what came in since, and everything else, follows and takes seconds.'
const doneText =
  'Everything is copied and compared. Start the server with DATABASE_URL and CLICKHOUSE_URL as you named them, the same DATA_DIR and the same secret.'
