import {
  OutsideRefused,
  type RequestOutside,
  readOutsideUrl,
} from '../../../outside/request-outside.ts'
import { type Fields, fieldsOf, needList } from '../../providers/wire/fields.ts'
import type { Credentials } from '../provider-api.ts'
import { type JsonAnswer, requestJson } from '../request-json.ts'

/** The most that WooCommerce returns per page. */
export const pageSize = 100

/** One shop's REST API. */
export interface WoocommerceClient {
  /** Throws a `RefusedRequest`, or an `OutsideRefused` for an address that is not allowed. */
  ask(path: string, query?: Readonly<Record<string, string | number>>): Promise<JsonAnswer>
  /** Attempts a change without effect: of an order that does not exist. */
  tryToWrite(): Promise<JsonAnswer>
}

/** The shop's own server is asked, so only through `request`. */
export function openWoocommerce(
  request: RequestOutside,
  { key, details }: Credentials,
): WoocommerceClient {
  const base = shopAddress(details.storeUrl ?? '')
  const basic = Buffer.from(`${details.consumerKey}:${key}`).toString('base64')
  const headers = { authorization: `Basic ${basic}`, accept: 'application/json' }
  return {
    ask(path, query = {}) {
      const url = new URL(`${base}/wp-json/wc/v3/${path}`)
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value))
      return requestJson(request, url.href, { headers })
    },
    tryToWrite: () =>
      requestJson(request, `${base}/wp-json/wc/v3/orders/0`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: '{}',
      }),
  }
}

/** The address of WordPress, possibly in a folder, without a slash at its end. */
function shopAddress(storeUrl: string): string {
  const { origin, pathname, search, hash } = readOutsideUrl(storeUrl)
  if (search !== '' || hash !== '') throw new OutsideRefused('The address must have no ? and no #')
  return `${origin}${pathname.replace(/\/+$/, '').replace(/\/wp-json$/, '')}`
}

/** The objects of a list. Throws if the answer is none. */
export function objectsOf({ body }: JsonAnswer): Fields[] {
  return needList(body, 'list').map(fieldsOf)
}
