import { providerApiUrls } from '../../../settings/provider-api-urls.ts'
import { creemMoment } from '../../providers/creem.ts'
import { type Fields, idOf } from '../../providers/wire/fields.ts'
import { askedErrorOf } from '../ask-api.ts'
import { inTurns } from '../in-turns.ts'
import { type AccountList, type ListPage, type ListQuestion, listsApi } from '../lists-api.ts'
import { KeyProblem, type ProviderApi } from '../provider-api.ts'
import { type CreemClient, creemClient, rememberCreem } from './creem-client.ts'
import { readSubscription, readTransaction } from './creem-objects.ts'

/** The page of Creem's dashboard with API keys. */
const keyPage = 'https://www.creem.io/dashboard/developers'

const remedy = `Copy the key of live mode at ${keyPage}. It begins with creem_ and not with creem_test_.`

/** Transactions per page; for each, the customer and the subscription may have to be read as well. */
const pageSize = 50

const lists: AccountList<CreemClient>[] = [
  {
    ...{ name: 'transactions', tellsChanges: false, read: readTransaction },
    async page(client, question) {
      const page = await pageOf(client, '/v1/transactions/search', question)
      return { ...page, objects: await inTurns(page.objects, (one) => withPerson(client, one)) }
    },
  },
  {
    ...{ name: 'subscriptions', tellsChanges: false, isWhole: true, read: readSubscription },
    page: (client, question) => pageOf(client, '/v1/subscriptions/search', question),
  },
]

/** Creem through its lists, which have no filter by time. */
export function creemApi(apiUrl: string = providerApiUrls.creem.url): ProviderApi {
  const remembered = rememberCreem()
  const open = (key: string) => creemClient(key, apiUrl, remembered)
  return listsApi<CreemClient>({
    name: 'creem',
    title: 'Creem',
    permissions: [],
    keyPage,
    hasReadOnlyKeys: false,
    keyExample: 'creem_…',
    details: [],
    hasSpans: false,
    lists,
    checkKey: ({ key }) => checkKey(key, open(key)),
    open: async ({ key }) => open(key),
    errorOf: askedErrorOf,
    async findPayment(client, ref) {
      const transaction = await client.transaction(ref)
      if (transaction === undefined || idOf(transaction) !== ref) return []
      const object = await withPerson(client, { ...transaction, readMs: Date.now() })
      return [{ list: 'transactions', object }]
    },
  })
}

/**
 * Numbered pages from 1. Creem does not document their order: reading ends early only at a page in descending order
 * of time that goes back beyond the span; what is appended to an ascending list comes on its last page.
 */
async function pageOf(
  client: CreemClient,
  path: string,
  { token, isPast, ...span }: ListQuestion,
): Promise<ListPage> {
  const page = Number(token ?? 1)
  const { items, next, answeredMs } = await client.search(path, page, pageSize)
  const times = items.flatMap(({ created_at: at }) => creemMoment(at) ?? [])
  const isDescending = times.every((time, index) => time <= (times[index - 1] ?? time))
  const lastMs = times.at(-1) ?? span.sinceMs
  const isBeyond = isDescending && times[0] !== lastMs && lastMs < span.sinceMs
  const isSince = (one: Fields) => (creemMoment(one.created_at) ?? span.sinceMs) >= span.sinceMs
  const untilMs = 'untilMs' in span ? span.untilMs : Date.now()
  return {
    objects: items.filter(isSince).map((one) => ({ ...one, readMs: untilMs, isPast })),
    next: next === null || isBeyond ? null : String(next),
    reachedMs: isDescending ? times.at(-1) : undefined,
    answeredMs,
  }
}

/**
 * A transaction refers to its customer and subscription by their ids, and has no e-mail address and no metadata.
 */
async function withPerson(client: CreemClient, object: object): Promise<object> {
  const { customer, subscription } = object as Fields
  const [customerId, subscriptionId] = [idOf(customer), idOf(subscription)]
  const known = subscriptionId ? await client.find('subscription', subscriptionId) : undefined
  const isInSubscription = typeof known?.customer === 'object' && known.customer !== null
  const person = customerId && !isInSubscription ? await client.find('customer', customerId) : null
  return { ...object, subscription: known ?? subscription, customer: person ?? customer }
}

async function checkKey(key: string, client: CreemClient): Promise<void> {
  if (key.startsWith('creem_test_')) {
    throw new KeyProblem(`This is a key of test mode, whose payments never count. ${remedy}`)
  }
  try {
    await client.search('/v1/transactions/search', 1, 1)
    await client.search('/v1/subscriptions/search', 1, 1)
  } catch (cause) {
    const error = askedErrorOf(cause, 'checking the key')
    if (error.code !== 'key-refused') throw error
    throw new KeyProblem(`Creem does not accept this key: it was revoked or mistyped. ${remedy}`)
  }
}
