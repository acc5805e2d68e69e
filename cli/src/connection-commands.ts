import { text } from 'node:stream/consumers'
import { connectionDetails } from '@tributary/contract/app/connection.ts'
import { commandLine } from '@tributary/server/audit/actor.ts'
import { readConfig } from '@tributary/server/config.ts'
import { openRequests } from '@tributary/server/outside/request-outside.ts'
import {
  type ConnectionStore,
  connectProvider,
  disconnectProvider,
  type GivenCredentials,
  replaceConnectionKey,
} from '@tributary/server/payments/connections/manage-connections.ts'
import { presentConnection } from '@tributary/server/payments/connections/present.ts'
import { openProviderApis } from '@tributary/server/payments/connections/provider-apis.ts'
import { listConnectionRows } from '@tributary/server/payments/rows/connection-rows.ts'
import { getSite } from '@tributary/server/sites/manage-sites.ts'
import { type Command, InvalidArgumentError } from 'commander'
import { type Give, table } from './print.ts'
import { withLedger } from './with-ledger.ts'

const author = () => ({ by: commandLine, nowMs: Date.now() })

/** `provider connect …`: payment providers' accounts that are read with an API key. */
export function connectionCommands(provider: Command, give: Give): void {
  provider
    .command('connect')
    .description(
      'connect an account with a restricted key: import its history, then sync every 15 minutes',
    )
    .requiredOption('--site <id>', 'the site whose payments they are')
    .requiredOption('--key <key>', 'the key; - reads it from standard input')
    .option('--provider <name>', 'the provider', 'stripe')
    .option('--detail <name=value>', 'what the provider needs with the key; repeatable', collect)
    .option('--months <count>', 'months of history to import', '12')
    .action(async (options: ConnectOptions) => {
      const { site, provider: name, months } = options
      const given = await readCredentials(options)
      const input = { provider: name, ...given, months: Number(months) }
      const row = await withStore((store) => connectProvider(store, site, input, author()))
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
    .option('--detail <name=value>', 'what changes with the key; repeatable', collect)
    .action(async (id: string, options: GivenOptions) => {
      const given = await readCredentials(options)
      const place = { siteId: options.site, id }
      const row = await withStore((store) => replaceConnectionKey(store, place, given, author()))
      give({ json: presentConnection(row), text: `${id} is read with ${row.key_hint}` })
    })

  provider
    .command('disconnect')
    .description('delete the key of an account; imported payments stay')
    .argument('<connection>', 'its id')
    .requiredOption('--site <id>', 'its site')
    .action(async (id: string, { site: siteId }: { site: string }) => {
      const row = await withStore((store) => disconnectProvider(store, { siteId, id }, author()))
      give({ json: presentConnection(row), text: `${id} is not read any more` })
    })
}

function withStore<T>(work: (store: ConnectionStore) => Promise<T>): Promise<T> {
  const config = readConfig()
  const apis = openProviderApis(config.providerApiUrls, openRequests(config))
  return withLedger(({ control, secrets }) => work({ control, secrets, apis }))
}

interface GivenOptions {
  site: string
  key: string
  detail?: readonly string[]
}

interface ConnectOptions extends GivenOptions {
  provider: string
  months: string
}

const collect = (value: string, before: readonly string[] = []) => [...before, value]

/** Standard input keeps a key out of the shell's history and the process list. */
async function readCredentials({ key, detail = [] }: GivenOptions): Promise<GivenCredentials> {
  const details = detail.map((one) => {
    const [name = '', ...value] = one.split('=')
    const known = connectionDetails.find((each) => each === name)
    if (known === undefined) {
      throw new InvalidArgumentError(
        `--detail is one of ${connectionDetails.join(', ')}, with =value`,
      )
    }
    return [known, value.join('=')] as const
  })
  return {
    key: key === '-' ? await text(process.stdin) : key,
    ...(details.length > 0 && { details: Object.fromEntries(details) }),
  }
}
