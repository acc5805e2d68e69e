import { OutsideRefused } from '../../../outside/request-outside.ts'
import { type Credentials, KeyProblem } from '../provider-api.ts'
import { RefusedRequest, requestError } from '../request-json.ts'
import type { WoocommerceClient } from './woocommerce-client.ts'
import { woocommerceLists } from './woocommerce-lists.ts'

/** Keys are made in the shop itself; this page explains how. */
export const woocommerceKeyPage =
  'https://developer.woocommerce.com/docs/apis/rest-api/authentication/'

const remedy =
  'Add a key in WordPress under WooCommerce → Settings → Advanced → REST API, with the permission Read, and enter its consumer key (ck_…) and consumer secret (cs_…).'

/** Throws unless the key may read the shop's orders and change nothing. `open` makes the client of the credentials. */
export async function checkWoocommerceKey(
  open: () => WoocommerceClient,
  { key, details }: Credentials,
): Promise<void> {
  if (!/^cs_[0-9a-f]{40}$/.test(key) || !/^ck_[0-9a-f]{40}$/.test(details.consumerKey ?? '')) {
    throw new KeyProblem(`These are not a consumer key and a consumer secret. ${remedy}`)
  }
  const client = await asked('address', async () => open())
  const question = { by: 'created', sinceMs: 1000, untilMs: 2000, token: null } as const
  for (const { name, page } of woocommerceLists) await asked(name, () => page(client, question))
  // WooCommerce checks the key's permission first.
  const mayWrite = await client.tryToWrite().then(
    () => true,
    (error: unknown) => {
      const status = error instanceof RefusedRequest ? error.answer.status : 0
      if (status === 401 || status === 403) return false
      if (status === 400 || status === 404) return true
      throw requestError(error, 'permissions')
    },
  )
  if (mayWrite) throw new KeyProblem(`This key may change data in the shop. ${remedy}`)
}

async function asked<T>(what: string, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof OutsideRefused) throw new KeyProblem(`${error.message}.`)
    const status = error instanceof RefusedRequest ? error.answer.status : 0
    if (status === 401 || status === 403) {
      throw new KeyProblem(
        `The shop does not accept this key, or a plugin or the server keeps it from WooCommerce: the server must pass on the header Authorization. ${remedy}`,
      )
    }
    if (status === 404) {
      throw new KeyProblem(
        'The shop has no REST API of WooCommerce at this address. Enter the address of WordPress, and in WordPress choose another permalink structure than Plain.',
      )
    }
    if (status >= 300 && status < 400) {
      throw new KeyProblem('This address leads to another one: enter the one that it ends at.')
    }
    throw requestError(error, what)
  }
}
