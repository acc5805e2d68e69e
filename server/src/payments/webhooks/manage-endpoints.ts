import { randomBase62 } from '../../base62.ts'
import { AppError } from '../../errors.ts'
import { getSite } from '../../sites/manage-sites.ts'
import type { ControlStore } from '../../store/control/control-store.ts'
import type { Secrets } from '../../store/control/secrets.ts'
import { dayMs } from '../../time/durations.ts'
import { findProvider, providers } from '../providers/list.ts'
import type { EndpointOptions, Provider } from '../providers/provider.ts'
import {
  findEndpointRow,
  insertEndpoint,
  listEndpointRows,
  saveEndpointKeys,
  saveEndpointRemoval,
} from '../rows/endpoint-rows.ts'
import { type Endpoint, sealKeys, toEndpoint } from './endpoint.ts'

/** Where endpoints are stored, and the keys that protect them. */
export interface EndpointStore {
  control: ControlStore
  secrets: Secrets
}

export interface NewEndpoint extends EndpointOptions {
  provider: string
  /** Left out if the merchant chooses the secret: then one is made, to be pasted there. */
  secret?: string | undefined
  isTest?: boolean | undefined
  toleranceSeconds?: number | undefined
  retentionDays?: number | undefined
}

/** An endpoint, and the secret if it was made here: the only time that it is shown. */
export interface MadeEndpoint {
  endpoint: Endpoint
  madeSecret: string | null
}

/** How long deliveries are stored, unless the owner sets another time. */
const defaultRetentionDays = 90
const defaultOverlapMs = dayMs
/** Lemon Squeezy takes 6 to 40 characters. */
const madeSecretLength = 40
/** Providers that let the merchant choose the secret, or have none. */
const chosenSecrets = [
  'lemonsqueezy',
  'woocommerce',
  'gumroad',
  'revenuecat',
  'chargebee',
  'razorpay',
]

export async function addEndpoint(
  { control, secrets }: EndpointStore,
  siteId: string,
  input: NewEndpoint,
  nowMs: number,
): Promise<MadeEndpoint> {
  const provider = getProvider(input.provider)
  const { secret, madeSecret } = chooseSecret(provider, input.secret)
  await getSite(control, siteId)
  const id = `whe_${randomBase62(27)}`
  const options = endpointOptions(provider, input)
  await insertEndpoint(control.db, {
    id,
    site_id: siteId,
    provider: provider.name,
    keys: sealKeys(secrets, id, { secret, oldSecret: null, options }),
    old_secret_until_ms: null,
    is_test: Number(input.isTest ?? false),
    tolerance_seconds: checkWhole(input.toleranceSeconds, 'toleranceSeconds', [1, 86_400]),
    retention_days:
      checkWhole(input.retentionDays, 'retentionDays', [1, 3650]) ?? defaultRetentionDays,
    created_ms: nowMs,
    removed_ms: null,
    rejected_count: 0,
    rejected_ms: null,
    rejected_reason: null,
  })
  return { endpoint: await getEndpoint({ control, secrets }, id), madeSecret }
}

/** A site's endpoints, the oldest first, without the removed ones. */
export async function listEndpoints(
  { control, secrets }: EndpointStore,
  siteId: string,
): Promise<Endpoint[]> {
  return (await listEndpointRows(control.db, siteId)).map((row) => toEndpoint(secrets, row))
}

/** The endpoint, removed or not; of a site, if one is given. */
export async function getEndpoint(
  { control, secrets }: EndpointStore,
  id: string,
  siteId?: string,
): Promise<Endpoint> {
  const row = await findEndpointRow(control.db, id)
  if (row === undefined || (siteId !== undefined && row.site_id !== siteId)) {
    throw new AppError('not-found', 'Webhook endpoint not found')
  }
  return toEndpoint(secrets, row)
}

/** Replaces the secret by a new one; the old one stays valid for a while. */
export async function rotateEndpoint(
  store: EndpointStore,
  id: string,
  rotation: { secret?: string | undefined; overlapMs?: number | undefined; nowMs: number },
): Promise<MadeEndpoint> {
  const { provider, credentials, removedMs } = await getEndpoint(store, id)
  if (removedMs !== null) throw new AppError('conflict', 'This webhook endpoint was removed')
  const { secret, madeSecret } = chooseSecret(provider, rotation.secret)
  const keys = sealKeys(store.secrets, id, {
    ...credentials,
    secret,
    oldSecret: credentials.secret,
  })
  const oldSecretUntilMs = rotation.nowMs + (rotation.overlapMs ?? defaultOverlapMs)
  await saveEndpointKeys(store.control.db, id, { keys, oldSecretUntilMs })
  return { endpoint: await getEndpoint(store, id), madeSecret }
}

/** Removes an endpoint: its address is unknown from then on. What it received is stored as long as before. */
export async function removeEndpoint(
  store: EndpointStore,
  id: string,
  nowMs: number,
): Promise<Endpoint> {
  await getEndpoint(store, id)
  await saveEndpointRemoval(store.control.db, id, nowMs)
  return getEndpoint(store, id)
}

function getProvider(name: string): Provider {
  const provider = findProvider(name)
  if (provider !== undefined) return provider
  const names = providers.map((known) => known.name).join(', ')
  throw new AppError('invalid', `provider must be one of ${names}`)
}

/** Whether the provider creates the secret, so that it must be entered here. */
export function needsSecret({ name }: Provider): boolean {
  return !chosenSecrets.includes(name)
}

function chooseSecret(provider: Provider, given: string | undefined) {
  const secret = given?.trim() ?? ''
  if (secret !== '') {
    if (secret.length > 500) throw new AppError('invalid', 'secret must be at most 500 characters')
    return { secret, madeSecret: null }
  }
  if (needsSecret(provider)) {
    const what = provider.name === 'paypal' ? 'the webhook’s id' : 'the webhook’s signing secret'
    throw new AppError('invalid', `secret is required: ${what}, as ${provider.title} shows it`)
  }
  const made = randomBase62(madeSecretLength)
  return { secret: made, madeSecret: provider.isSigned ? made : null }
}

/** The options that are set; refuses those that this provider does not support. */
export function endpointOptions(provider: Provider, input: EndpointOptions): EndpointOptions {
  const { apiToken, clientId, sellerId, shop } = input
  const given = { apiToken, clientId, sellerId, shop }
  const known: Readonly<Record<string, readonly string[]>> = {
    gumroad: ['apiToken', 'sellerId'],
    paypal: ['clientId', 'apiToken'],
    shopify: ['shop'],
  }
  const options: Record<string, string> = {}
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined || value.trim() === '') continue
    if (!known[provider.name]?.includes(name)) {
      throw new AppError('invalid', `${name} means nothing for ${provider.title}`)
    }
    options[name] = value.trim()
  }
  const hasOne = (options.clientId === undefined) !== (options.apiToken === undefined)
  if (provider.name === 'paypal' && hasOne) {
    const message =
      'PayPal’s API needs both, clientId and apiToken: the app’s client id and its secret'
    throw new AppError('invalid', message)
  }
  return options
}

function checkWhole(
  value: number | undefined,
  name: string,
  [least, most]: [number, number],
): number | null {
  if (value === undefined) return null
  if (Number.isInteger(value) && value >= least && value <= most) return value
  throw new AppError('invalid', `${name} must be a whole number from ${least} to ${most}`)
}
