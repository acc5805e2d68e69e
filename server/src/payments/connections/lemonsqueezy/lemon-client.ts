import { type Fields, fieldsOf, needList, textOf } from '../../providers/wire/fields.ts'
import { askApi } from '../ask-api.ts'

/** The requests to Lemon Squeezy's API, about one store. */
export interface LemonClient {
  storeId: string
  /** A page of a list. Throws if the answer has none. */
  list(path: string, query?: Readonly<Record<string, string | number>>): Promise<LemonPage>
  /** One object, and what the answer says about itself. */
  one(path: string): Promise<{ data: Fields; meta: Fields }>
}

export interface LemonPage {
  data: readonly Fields[]
  /** Whether another page comes after this one. */
  hasNext: boolean
  answeredMs: number | undefined
}

/**
 * Lemon Squeezy's own client has one key for the whole process, one address that cannot be changed, and neither time
 * limits nor limits of size.
 */
export function lemonClient(key: string, storeId: string, apiUrl: string): LemonClient {
  const headers = { authorization: `Bearer ${key}`, accept: 'application/vnd.api+json' }
  const ask = (path: string, query = {}) => askApi(`${apiUrl}/v1${path}`, { headers, query })
  return {
    storeId,
    async list(path, query) {
      const { body, answeredMs } = await ask(path, query)
      const data = needList(body.data, 'data').map(fieldsOf)
      // The answer's link to the next page is not followed: the key is for one address only.
      const hasNext = textOf(fieldsOf(body.links).next) !== null
      return { data, hasNext, answeredMs }
    },
    async one(path) {
      const { body } = await ask(path)
      return { data: fieldsOf(body.data), meta: fieldsOf(body.meta) }
    },
  }
}
