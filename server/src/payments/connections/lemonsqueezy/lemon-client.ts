import { type Fields, fieldsOf, listOf, textOf } from '../../providers/wire/fields.ts'
import { askApi } from '../ask-api.ts'

/** The requests to Lemon Squeezy's API, about one store. */
export interface LemonClient {
  storeId: string
  get(path: string, query?: Readonly<Record<string, string | number>>): Promise<LemonAnswer>
}

export interface LemonAnswer {
  data: readonly Fields[]
  meta: Fields
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
  return {
    storeId,
    async get(path, query = {}) {
      const { body, answeredMs } = await askApi(`${apiUrl}/v1${path}`, { headers, query })
      const data = Array.isArray(body.data) ? listOf(body.data) : [body.data]
      // The answer's link to the next page is not followed: the key is for one address only.
      const hasNext = textOf(fieldsOf(body.links).next) !== null
      return { data: data.map(fieldsOf), meta: fieldsOf(body.meta), hasNext, answeredMs }
    },
  }
}
