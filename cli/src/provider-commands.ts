import type { AuditAction } from '@tributary/contract/app/audit.ts'
import { systemClock } from '@tributary/server/clock.ts'
import { readConfig } from '@tributary/server/config.ts'
import { AppError } from '@tributary/server/errors.ts'
import { countDeliveries } from '@tributary/server/payments/rows/delivery-rows.ts'
import type { Endpoint } from '@tributary/server/payments/webhooks/endpoint.ts'
import {
  addEndpoint,
  getEndpoint,
  listEndpoints,
  type MadeEndpoint,
  removeEndpoint,
  rotateEndpoint,
} from '@tributary/server/payments/webhooks/manage-endpoints.ts'
import { presentEndpoint } from '@tributary/server/payments/webhooks/present.ts'
import { replayDeliveries } from '@tributary/server/payments/webhooks/replay-deliveries.ts'
import { getSite } from '@tributary/server/sites/manage-sites.ts'
import type { ControlStore } from '@tributary/server/store/control/control-store.ts'
import type { Command } from 'commander'
import { auditAction } from './audit-action.ts'
import { connectionCommands } from './connection-commands.ts'
import { readExpiry } from './expiry.ts'
import { type Give, table } from './print.ts'
import { tryProvider } from './try-provider.ts'
import { withLedger } from './with-ledger.ts'

interface AddOptions {
  site: string
  provider: string
  secret?: string
  test?: boolean
  tolerance?: string
  retention?: string
  token?: string
  clientId?: string
  seller?: string
  shop?: string
}

/** `provider …`: webhook endpoints for payment providers, and accounts that are read with an API key. */
export function providerCommands(program: Command, give: Give): void {
  const provider = program
    .command('provider')
    .description('payment providers’ webhooks and accounts')
  addCommand(provider, give)
  listCommand(provider, give)
  rotateCommand(provider, give)
  replayCommand(provider, give)
  connectionCommands(provider, give)

  provider
    .command('remove')
    .description('remove an endpoint; recorded payments stay')
    .argument('<endpoint>', 'its id')
    .action(async (id: string) => {
      const removed = await withLedger(async (ledger) => {
        const ended = await removeEndpoint(ledger, id, Date.now())
        await note(ledger.control, 'provider.removed', ended)
        return ended
      })
      give({ json: jsonOf(removed), text: `Endpoint ${id} takes no more deliveries` })
    })

  provider
    .command('test')
    .description('send a signed test payment and show each stage')
    .argument('<endpoint>', 'its id')
    .option('--url <url>', 'URL of the server (default: PUBLIC_URL)')
    .action(async (id: string, { url }: { url?: string }) => give(await tryProvider(id, url)))
}

function addCommand(provider: Command, give: Give): void {
  provider
    .command('add')
    .description('create an endpoint for a provider’s webhooks')
    .requiredOption('--site <id>', 'the site whose payments it sends')
    .requiredOption('--provider <name>', 'such as stripe, paddle or shopify')
    .option('--secret <secret>', 'its signing secret; PayPal: the webhook’s id')
    .option('--test', 'its webhooks come from the provider’s test mode')
    .option('--tolerance <seconds>', 'maximum age of signatures')
    .option('--retention <days>', 'how long deliveries are stored (default: 90)')
    .option(
      '--token <token>',
      'Gumroad: an access token, to look every sale up; PayPal: the secret of --client-id',
    )
    .option('--client-id <id>', 'PayPal: the app’s client ID, to verify every event')
    .option('--seller <id>', 'Gumroad: the only seller that counts')
    .option('--shop <domain>', 'Shopify: the only shop that counts, as name.myshopify.com')
    .action(async (options: AddOptions) => {
      const input = {
        provider: options.provider,
        secret: options.secret,
        isTest: options.test,
        toleranceSeconds: readWhole(options.tolerance, 'tolerance'),
        retentionDays: readWhole(options.retention, 'retention'),
        ...(options.token && { apiToken: options.token }),
        ...(options.clientId && { clientId: options.clientId }),
        ...(options.seller && { sellerId: options.seller }),
        ...(options.shop && { shop: options.shop }),
      }
      const made = await withLedger(async (ledger) => {
        const added = await addEndpoint(ledger, options.site, input, Date.now())
        await note(ledger.control, 'provider.added', added.endpoint)
        return added
      })
      give({ json: madeJson(made), text: madeText(made) })
    })
}

function listCommand(provider: Command, give: Give): void {
  provider
    .command('list')
    .description("list a site's endpoints")
    .requiredOption('--site <id>', 'the site')
    .action(async ({ site }: { site: string }) => {
      const { publicUrl } = readConfig()
      const found = await withLedger(async (ledger) => {
        await getSite(ledger.control, site)
        const counts = await countDeliveries(ledger.control.db, site)
        const endpoints = await listEndpoints(ledger, site)
        return endpoints.map((endpoint) => presentEndpoint(publicUrl, endpoint, counts))
      })
      const rows = found.map((one) => [
        one.id,
        one.isTest ? `${one.provider} (test)` : one.provider,
        `${one.deliveries.recorded} recorded, ${one.deliveries.failed} failed, ${one.rejected.count} rejected`,
        one.deliveries.lastAt ?? 'nothing yet',
      ])
      give({
        json: { endpoints: found.map((one) => ({ ...one, endpointId: one.id })) },
        text: table(['id', 'provider', 'deliveries', 'last'], rows),
      })
    })
}

function rotateCommand(provider: Command, give: Give): void {
  provider
    .command('rotate')
    .description('replace a secret; the old one stays valid for 24 hours')
    .argument('<endpoint>', 'its id')
    .option('--secret <secret>', 'the new secret')
    .option('--overlap <time>', 'how long the old one stays valid, such as 12h (default: 24h)')
    .action(async (id: string, options: { secret?: string; overlap?: string }) => {
      const nowMs = Date.now()
      const { secret, overlap } = options
      const overlapMs = overlap === undefined ? undefined : readExpiry(overlap, nowMs) - nowMs
      const made = await withLedger(async (ledger) => {
        const rotated = await rotateEndpoint(ledger, id, { secret, overlapMs, nowMs })
        await note(ledger.control, 'provider.secret-changed', rotated.endpoint)
        return rotated
      })
      give({ json: madeJson(made), text: madeText(made) })
    })
}

function replayCommand(provider: Command, give: Give): void {
  provider
    .command('replay')
    .description('process deliveries again; nothing is counted twice')
    .argument('<endpoint>', 'its id')
    .option('--delivery <id>', 'only this delivery')
    .action(async (id: string, { delivery }: { delivery?: string }) => {
      const errors: string[] = []
      const replayed = await withLedger(async (ledger) => {
        const tools = { ledger, onError: (error: unknown) => errors.push(String(error)) }
        const endpoint = await getEndpoint(ledger, id)
        const what = { deliveryId: delivery, nowMs: systemClock.now() }
        const done = await replayDeliveries(tools, endpoint, what)
        await note(ledger.control, 'provider.replayed', endpoint)
        return done
      })
      const words = Object.entries(replayed).map(([state, count]) => `${count} ${state}`)
      give({ json: { replayed }, text: words.join(', '), failed: replayed.failed > 0 })
    })
}

function note(store: ControlStore, action: AuditAction, endpoint: Endpoint): Promise<void> {
  const { id, siteId, provider } = endpoint
  return auditAction(store, { action, siteId, object: { id, name: provider.title } })
}

function readWhole(text: string | undefined, name: string): number | undefined {
  if (text === undefined) return undefined
  if (/^\d{1,6}$/.test(text)) return Number(text)
  throw new AppError('invalid', `${name} must be a whole number`)
}

function jsonOf(endpoint: MadeEndpoint['endpoint']) {
  const shown = presentEndpoint(readConfig().publicUrl, endpoint)
  return { endpointId: endpoint.id, ...shown }
}

function madeJson({ endpoint, madeSecret }: MadeEndpoint) {
  return { ...jsonOf(endpoint), ...(madeSecret !== null && { secret: madeSecret }) }
}

function madeText({ endpoint, madeSecret }: MadeEndpoint): string {
  const { url } = jsonOf(endpoint)
  const lines = [`Endpoint ${endpoint.id} for ${endpoint.provider.title}`, '', url]
  if (madeSecret !== null) lines.push('', `Secret, shown only now: ${madeSecret}`)
  if (!endpoint.provider.isSigned) {
    lines.push('', `${endpoint.provider.title} signs nothing. Anyone who knows this address can`)
    lines.push('report payments: keep it secret, and give --token so that every sale is looked up.')
  }
  return lines.join('\n')
}
