import { type ApiAnswer, type ApiRequest, type FakeApi, startFakeApi } from './fake-api.ts'
import { answerGraphql, GraphqlProblem } from './fake-graphql.ts'

/** A complete object of Shopify's GraphQL Admin API. */
export interface ShopifyObject {
  id: string
  __typename: string
  [field: string]: unknown
}

export interface ShopifyAccount {
  orders: ShopifyObject[]
  disputes: ShopifyObject[]
  /** Null: the shop has no Shopify Payments. */
  bookings: ShopifyObject[] | null
}

/** An app of the shop: its permissions, by its token or by its client ID and secret. */
export interface ShopifyApp {
  scopes: readonly string[]
  clientId?: string
}

export interface FakeShopify extends FakeApi {
  readonly account: ShopifyAccount
  /** By access tokens, and by secrets. */
  readonly keys: Record<string, ShopifyApp>
}

/**
 * Shopify's GraphQL Admin API according to its documentation, as far as it is read here: tokens, access scopes,
 * connections with `first`, `after`, `query`, `sortKey` and `reverse`, nodes by id, costs and errors.
 */
export async function startShopify(account: ShopifyAccount): Promise<FakeShopify> {
  const shopify = { account, keys: {} as Record<string, ShopifyApp> }
  return Object.assign(await startFakeApi((request) => answer(shopify, request)), shopify)
}

const tokenLife = 86_399

function answer(
  { account, keys }: Pick<FakeShopify, 'account' | 'keys'>,
  { path, headers, body }: ApiRequest,
): ApiAnswer {
  if (path === '/admin/oauth/access_token') {
    const form = new URLSearchParams(body)
    const secret = form.get('client_secret') ?? ''
    const isRight = keys[secret]?.clientId === form.get('client_id')
    if (!isRight || form.get('grant_type') !== 'client_credentials') {
      return { status: 400, body: { error: 'invalid_client', secret } }
    }
    return { status: 200, body: { access_token: `token of ${secret}`, expires_in: tokenLife } }
  }
  if (!/^\/admin\/api\/20\d\d-\d\d\/graphql\.json$/.test(path)) return { status: 404, body: {} }
  const token = String(headers['x-shopify-access-token']).replace('token of ', '')
  const app = keys[token]
  // This message quotes the key.
  if (app === undefined) return { status: 401, body: { errors: `[API] Invalid key ${token}` } }
  const { query, variables } = JSON.parse(body) as { query: string; variables: object }
  try {
    return { status: 200, body: { data: answerGraphql(rootOf(account, app), query, variables) } }
  } catch (error) {
    if (!(error instanceof GraphqlProblem)) throw error
    const { message: code } = error
    return { status: 200, body: { errors: [{ message: token, extensions: { code } }] } }
  }
}

interface Question {
  first?: number
  after?: string | null
  query?: string
  sortKey?: string
}

const fieldOf: Readonly<Record<string, string>> = {
  ...{ created_at: 'createdAt', updated_at: 'updatedAt', initiated_at: 'initiatedAt' },
  ...{ processed_at: 'transactionDate', CREATED_AT: 'createdAt', UPDATED_AT: 'updatedAt' },
  PROCESSED_AT: 'transactionDate',
}

function rootOf({ orders, disputes, bookings }: ShopifyAccount, { scopes }: ShopifyApp) {
  const needing = (scope: string) => {
    if (!scopes.includes(scope)) throw new GraphqlProblem('ACCESS_DENIED')
  }
  const transactions = () =>
    orders.flatMap((order) => [
      ...((order.transactions as ShopifyObject[] | undefined) ?? []),
      ...(
        (order.refunds as { transactions: { nodes: ShopifyObject[] } }[] | undefined) ?? []
      ).flatMap((refund) => refund.transactions.nodes),
    ])
  return {
    orders: (question: Question) => {
      needing('read_orders')
      return connection(orders, question)
    },
    order: ({ id }: { id?: string }) => orders.find((one) => one.id === id) ?? null,
    nodes: ({ ids = [] }: { ids?: string[] }) => {
      const all = [...orders, ...disputes, ...transactions()]
      return ids.map((id) => all.find((one) => one.id === id) ?? null)
    },
    shopifyPaymentsAccount: bookings && {
      disputes: (question: Question) => {
        needing('read_shopify_payments_disputes')
        return connection(disputes, question)
      },
      balanceTransactions: (question: Question) => {
        needing('read_shopify_payments_payouts')
        return connection(bookings, question)
      },
    },
    currentAppInstallation: { accessScopes: scopes.map((handle) => ({ handle })) },
  }
}

/** The latest first: `reverse` is always requested. */
function connection(
  list: readonly ShopifyObject[],
  { first = 0, after, query = '', sortKey = 'id' }: Question,
) {
  if (first < 1 || first > 250) throw new GraphqlProblem('BAD_REQUEST')
  const filters = [...query.matchAll(/(\w+):(>=|<)'([^']+)'/g)]
  const matching = list.filter((one) =>
    filters.every(([, name = '', sign, value = '']) => {
      const at = String(one[fieldOf[name] ?? name])
      return sign === '>=' ? at >= value : at < value
    }),
  )
  const placeOf = (one: ShopifyObject) => `${one[fieldOf[sortKey] ?? sortKey]} ${one.id}`
  const sorted = matching.toSorted((a, b) => (placeOf(a) < placeOf(b) ? 1 : -1))
  const rest = after ? sorted.filter((one) => placeOf(one) < after) : sorted
  const nodes = rest.slice(0, first)
  const last = nodes.at(-1)
  const endCursor = last === undefined ? null : placeOf(last)
  return { nodes, pageInfo: { hasNextPage: rest.length > first, endCursor } }
}
