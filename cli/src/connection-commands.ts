import { text } from 'node:stream/consumers'
import { commandLine } from '@tributary/server/audit/actor.ts'
import { readConfig } from '@tributary/server/config.ts'
import {
  type ConnectionStore,
  connectProvider,
  disconnectProvider,
  replaceConnectionKey,
} from '@tributary/server/payments/connections/manage-connections.ts'
import { presentConnection } from '@tributary/server/payments/connections/present.ts'
import { stripeApi } from '@tributary/server/payments/connections/stripe-api.ts'
import { listConnectionRows } from '@tributary/server/payments/rows/connection-rows.ts'
import { getSite } from '@tributary/server/sites/manage-sites.ts'
import type { Command } from 'commander'
import { type Give, table } from './print.ts'
import { withLedger } from './with-ledger.ts'

const deed = () => ({ by: commandLine, nowMs: Date.now() })

/** `provider connect …`: accounts at payment providers that are read with a key. */
export function connectionCommands(provider: Command, give: Give): void {
  provider
    .command('connect')
    .description(
      'connect an account with a restricted key: import its history, then sync every 15 minutes',
    )
    .requiredOption('--site <id>', 'the site whose payments they are')
    .requiredOption('--key <key>', 'the key; - reads it from standard input')
    .option('--provider <name>', 'the provider', 'stripe')
    .option('--months <count>', 'months of history to import', '12')
    .action(async (options: { site: string; key: string; provider: string; months: string }) => {
      const { site, provider: name, months } = options
      const input = { provider: name, key: await readKey(options.key), months: Number(months) }
      const row = await withStore((store) => connectProvider(store, site, input, deed()))
      const shown = presentConnection(row)
      give({
        json: shown,
        text: `Connected as ${shown.id}. The server reads it from ${shown.from} on.`,
      })
    })

  provider
    .command('connections')
    .description('list connected accounts')
    .requiredOption('--site <id>', 'the site')
    .action(async ({ site }: { site: string }) => {
      const shown = await withStore(async ({ control }) => {
        await getSite(control, site)
        return (await listConnectionRows(control.db, site)).map(presentConnection)
      })
      const rows = shown.map((one) => [
        one.id,
        one.provider,
        one.keyHint,
        one.error?.code ?? `${Math.floor(one.progress * 100)} % of the past`,
        one.syncedAt ?? 'not yet',
      ])
      give({
        json: { connections: shown },
        text: table(['id', 'provider', 'key', 'state', 'up to date'], rows),
      })
    })

  provider
    .command('change-key')
    .description('replace the key of a connected account')
    .argument('<connection>', 'its id')
    .requiredOption('--site <id>', 'its site')
    .requiredOption('--key <key>', 'the new key; - reads it from standard input')
    .action(async (id: string, options: { site: string; key: string }) => {
      const key = await readKey(options.key)
      const place = { siteId: options.site, id }
      const row = await withStore((store) => replaceConnectionKey(store, place, key, deed()))
      give({ json: presentConnection(row), text: `${id} is read with ${row.key_hint}` })
    })

  provider
    .command('disconnect')
    .description('delete the key of an account; imported payments stay')
    .argument('<connection>', 'its id')
    .requiredOption('--site <id>', 'its site')
    .action(async (id: string, { site: siteId }: { site: string }) => {
      const row = await withStore((store) => disconnectProvider(store, { siteId, id }, deed()))
      give({ json: presentConnection(row), text: `${id} is not read any more` })
    })
}

function withStore<T>(work: (store: ConnectionStore) => Promise<T>): Promise<T> {
  const apis = [stripeApi(readConfig().stripeApiUrl)]
  return withLedger(({ control, secrets }) => work({ control, secrets, apis }))
}

/** Standard input keeps a key out of the shell's history and of the list of processes. */
async function readKey(given: string): Promise<string> {
  return given === '-' ? text(process.stdin) : given
}
