import type { AuditAction } from '@tributary/contract/app/audit.ts'
import { AppError } from '@tributary/server/errors.ts'
import {
  type ApiKey,
  type ApiKeys,
  apiKeys,
  type MadeApiKey,
} from '@tributary/server/sites/api-keys.ts'
import { getSite } from '@tributary/server/sites/manage-sites.ts'
import { presentKey } from '@tributary/server/sites/present.ts'
import type { Command } from 'commander'
import { auditAction } from './audit-action.ts'
import { readExpiry } from './expiry.ts'
import { type Give, table } from './print.ts'
import { withControl } from './with-control.ts'

interface CreateOptions {
  site: string
  name: string
  scopes?: string
  expires?: string
  rate?: string
}

/** `key …`: the API keys of a site. */
export function keyCommands(program: Command, give: Give): void {
  const key = program.command('key').description('API keys')
  createCommand(key, give)
  listCommand(key, give)

  key
    .command('revoke')
    .description('revoke a key immediately')
    .argument('<key>', 'its id')
    .action(async (keyId: string) => {
      const { key: ended } = await withKeys('key.revoked', async (keys) => {
        const key = await keys.revoke(await keys.siteIdOf(keyId), keyId)
        return { key }
      })
      give({ json: jsonOf(ended), text: `Key ${keyId} is revoked` })
    })

  key
    .command('roll')
    .description('replace a key; the old one keeps working for 24 hours')
    .argument('<key>', 'its id')
    .action(async (keyId: string) => {
      const made = await withKeys('key.rolled', async (keys) =>
        keys.roll(await keys.siteIdOf(keyId), keyId),
      )
      give({ json: { ...madeJson(made), replaces: keyId }, text: madeText(made) })
    })
}

function createCommand(key: Command, give: Give): void {
  key
    .command('create')
    .description('create a key and show it once')
    .requiredOption('--site <id>', 'the site it is for')
    .requiredOption('--name <name>', 'what to call it')
    .option(
      '--scopes <scopes>',
      'what it may do (default: goals:write,payments:write,visitors:read)',
    )
    .option('--expires <when>', 'such as 90d, 12h or 2027-01-31 (default: never)')
    .option('--rate <requests>', 'requests per minute (default: 100)')
    .action(async ({ site, name, scopes, expires, rate }: CreateOptions) => {
      const input = {
        name,
        scopes: scopes?.split(',').map((scope) => scope.trim()),
        expiresMs: expires === undefined ? undefined : readExpiry(expires, Date.now()),
        ratePerMinute: rate === undefined ? undefined : readRate(rate),
      }
      const made = await withKeys('key.made', (keys) => keys.create(site, input))
      give({ json: madeJson(made), text: madeText(made) })
    })
}

function listCommand(key: Command, give: Give): void {
  key
    .command('list')
    .description("list a site's keys")
    .requiredOption('--site <id>', 'the site')
    .action(async ({ site }: { site: string }) => {
      const found = await withControl(async (store) => {
        await getSite(store, site)
        return apiKeys(store).list(site)
      })
      const rows = found.map((one) => [
        one.id,
        one.name,
        one.prefix,
        stateOf(one),
        one.scopes.join(),
      ])
      give({
        json: { keys: found.map(jsonOf) },
        text: table(['id', 'name', 'begins with', 'state', 'scopes'], rows),
      })
    })
}

/** Changes a key and records it in the audit log. */
function withKeys<T extends { key: ApiKey }>(
  action: AuditAction,
  work: (keys: ApiKeys) => Promise<T>,
): Promise<T> {
  return withControl(async (store) => {
    const done = await work(apiKeys(store))
    const { id, siteId, name } = done.key
    await auditAction(store, { action, siteId, object: { id, name } })
    return done
  })
}

function readRate(text: string): number {
  if (/^\d{1,7}$/.test(text)) return Number(text)
  throw new AppError('invalid', 'rate must be a whole number of requests per minute')
}

function stateOf({ revokedMs, expiresMs, lastUsedMs }: ApiKey): string {
  if (revokedMs !== undefined) return 'revoked'
  if (expiresMs !== undefined && expiresMs <= Date.now()) return 'expired'
  return lastUsedMs === undefined ? 'never used' : `used ${new Date(lastUsedMs).toISOString()}`
}

function jsonOf(key: ApiKey) {
  return { ...presentKey(key), keyId: key.id, siteId: key.siteId }
}

function madeJson({ key, token }: MadeApiKey) {
  return { ...jsonOf(key), key: token }
}

function madeText({ key, token }: MadeApiKey): string {
  return `${token}\n\nThis is key ${key.id}. It is shown only now, so keep it somewhere safe.`
}
