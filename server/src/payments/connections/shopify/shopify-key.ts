import { fieldsOf, listOf, textOf } from '../../providers/wire/fields.ts'
import { type Credentials, KeyProblem, ProviderApiError } from '../provider-api.ts'
import { RefusedRequest, requestError } from '../request-json.ts'
import {
  openShopify,
  type ShopifyClient,
  type ShopifyPlace,
  secretPrefix,
  shopDomainPattern,
} from './shopify-client.ts'
import { shopifyLists } from './shopify-lists.ts'
import { scopesQuery } from './shopify-queries.ts'

/** Where the apps of a shop's owner are made. */
export const shopifyKeyPage = 'https://dev.shopify.com/dashboard'

/** Without `read_all_orders` Shopify hides orders older than 60 days. */
export const shopifyScopes = [
  ...['read_orders', 'read_all_orders'],
  ...['read_shopify_payments_accounts', 'read_shopify_payments_payouts'],
  'read_shopify_payments_disputes',
]

const remedy = `Make an app of your own at ${shopifyKeyPage} with exactly these scopes: ${shopifyScopes.join(', ')}. Install it in your shop and enter its client ID and secret (${secretPrefix}…).`

/** Throws unless the app may read everything we need and change nothing. */
export async function checkShopifyKey(place: ShopifyPlace, given: Credentials): Promise<void> {
  const { key, details } = given
  if (!shopDomainPattern.test(details.shopDomain ?? '')) {
    throw new KeyProblem('The shop domain must look like name.myshopify.com, in lower case.')
  }
  const isSecret = key.startsWith(secretPrefix)
  if (!isSecret && !/^shpat_[A-Za-z0-9]{8,200}$/.test(key)) {
    throw new KeyProblem(`This is neither an app’s secret nor an Admin API access token. ${remedy}`)
  }
  if (isSecret && !/^[A-Za-z0-9_-]{8,200}$/.test(details.clientId ?? '')) {
    throw new KeyProblem('An app’s secret needs the app’s client ID, too.')
  }
  const client = await asked(() => openShopify(place, given), 'access token')
  const { data } = await asked(() => client.ask(scopesQuery), 'scopes')
  const scopes = listOf(fieldsOf(data.currentAppInstallation).accessScopes).flatMap(
    (one) => textOf(fieldsOf(one).handle) ?? [],
  )
  const writing = scopes.filter((scope) => !/^(read|unauthenticated_read)_/.test(scope))
  if (writing.length > 0) {
    throw new KeyProblem(`This app may change data in the shop (${writing.join(', ')}). ${remedy}`)
  }
  const missing = ['read_orders', 'read_all_orders'].filter((scope) => !scopes.includes(scope))
  if (missing.length > 0) {
    throw new KeyProblem(`This app lacks the scopes ${missing.join(', ')}. ${remedy}`)
  }
  await readEveryList(client)
}

async function readEveryList(client: ShopifyClient): Promise<void> {
  const question = { by: 'created', sinceMs: 0, untilMs: 1, token: null } as const
  for (const { name, page } of shopifyLists) {
    await asked(() => page(client, question), name)
  }
}

async function asked<T>(ask: () => Promise<T>, what: string): Promise<T> {
  try {
    return await ask()
  } catch (cause) {
    if (cause instanceof RefusedRequest && cause.answer.status === 404) {
      throw new KeyProblem('Shopify has no shop of this domain.')
    }
    const error = cause instanceof ProviderApiError ? cause : requestError(cause, what)
    if (error.code === 'key-refused') {
      throw new KeyProblem(
        `Shopify does not accept this key: it was revoked or mistyped, or the app is not installed in this shop. ${remedy}`,
      )
    }
    if (error.code === 'not-permitted') {
      throw new KeyProblem(`This app may not read ${what}. ${remedy}`)
    }
    throw error
  }
}
