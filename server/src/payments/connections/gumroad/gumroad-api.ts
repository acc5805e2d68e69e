import { providerApiUrls } from '../../../settings/provider-api-urls.ts'
import { dayMs } from '../../../time/durations.ts'
import { type Fields, fieldsOf, needList, textOf } from '../../providers/wire/fields.ts'
import { ApiRefusal, askApi, askedErrorOf } from '../ask-api.ts'
import { type AccountList, listsApi } from '../lists-api.ts'
import { KeyProblem, type ProviderApi } from '../provider-api.ts'
import { readSale } from './gumroad-sale.ts'

/** The page of Gumroad's settings where access tokens are made. */
const keyPage = 'https://gumroad.com/settings/advanced'

const remedy = `Create an application at ${keyPage} and click Generate access token.`

/** Asks for JSON at a path. */
type Gumroad = (path: string, query?: Record<string, string>) => ReturnType<typeof askApi>

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)

/**
 * Sales are listed by whole days in a time zone that Gumroad does not document, so with one more day on each side. A
 * page is identified by the sale before it, so new sales do not shift pages.
 */
const sales: AccountList<Gumroad> = {
  ...{ name: 'sales', tellsChanges: false, read: readSale },
  async page(gumroad, { token, isPast, ...span }) {
    const { sinceMs, untilMs } = { untilMs: Date.now(), ...span }
    const dates = { after: dayOf(sinceMs - dayMs), before: dayOf(untilMs + 2 * dayMs) }
    const query = { ...dates, ...(token !== null && { page_key: token }) }
    const { body, answeredMs } = await gumroad('/v2/sales', query)
    const objects = needList(body.sales, 'sales').map((sale) => ({
      ...fieldsOf(sale),
      readMs: untilMs,
      isPast,
    }))
    return { objects, next: textOf(body.next_page_key), answeredMs }
  },
}

/** Gumroad has no client of its own for JavaScript. */
export function gumroadApi(apiUrl: string = providerApiUrls.gumroad.url): ProviderApi {
  const open = (key: string): Gumroad => {
    const headers = { authorization: `Bearer ${key}` }
    return (path, query = {}) => askApi(`${apiUrl}${path}`, { headers, query })
  }
  return listsApi<Gumroad>({
    name: 'gumroad',
    title: 'Gumroad',
    permissions: [],
    keyPage,
    // A token of the page above may do everything.
    hasReadOnlyKeys: false,
    keyExample: '…',
    details: [],
    hasSpans: true,
    lists: [sales],
    checkKey: ({ key }) => checkToken(open(key)),
    open: async ({ key }) => open(key),
    errorOf: askedErrorOf,
    async findPayment(gumroad, ref) {
      const { body } = await gumroad(`/v2/sales/${encodeURIComponent(ref)}`)
      // An unknown sale is answered with 200.
      const sale: Fields = { ...fieldsOf(body.sale), readMs: Date.now() }
      return textOf(sale.id) === ref ? [{ list: 'sales', object: sale }] : []
    },
  })
}

async function checkToken(gumroad: Gumroad): Promise<void> {
  try {
    await gumroad('/v2/sales', { after: dayOf(Date.now() - dayMs) })
  } catch (cause) {
    const error = askedErrorOf(cause, 'sales')
    if (!(cause instanceof ApiRefusal)) throw error
    if (error.code === 'key-refused') {
      throw new KeyProblem(
        `Gumroad does not accept this access token: it was revoked or mistyped. ${remedy}`,
      )
    }
    if (error.code === 'not-permitted') {
      throw new KeyProblem(`This access token may not read sales (view_sales). ${remedy}`)
    }
    throw error
  }
}
