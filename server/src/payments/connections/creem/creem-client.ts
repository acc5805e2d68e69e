import { LRUCache } from 'lru-cache'
import { hourMs } from '../../../time/durations.ts'
import {
  type Fields,
  fieldsOf,
  idOf,
  need,
  needList,
  wholeOf,
} from '../../providers/wire/fields.ts'
import { ApiRefusal, askApi } from '../ask-api.ts'
import { ifExists } from '../if-exists.ts'

/** The requests to Creem's API. */
export interface CreemClient {
  /** A page of a list. Throws if the answer has none. */
  search(path: string, page: number, size: number, of?: Query): Promise<CreemPage>
  /** One object by its id; undefined if it does not exist. Retrieved objects are cached for a while. */
  find(kind: 'customer' | 'subscription', id: string): Promise<Fields | undefined>
  transaction(id: string): Promise<Fields | undefined>
}

type Query = Readonly<Record<string, string>>

export interface CreemPage {
  items: readonly Fields[]
  /** The number of the next page; null: this was the last one. */
  next: number | null
  answeredMs: number | undefined
}

const mostRemembered = 5_000

/** Objects by the hash of a key and their id: customers and subscriptions come with many transactions. */
export function rememberCreem(): LRUCache<string, Fields> {
  return new LRUCache({ max: mostRemembered, ttl: hourMs })
}

/**
 * Creem's own client depends on a server of the Model Context Protocol, and with it on Express and 100 more
 * packages, and refuses whole pages for one new value of a list.
 */
export function creemClient(
  key: string,
  apiUrl: string,
  remembered: LRUCache<string, Fields>,
): CreemClient {
  const headers = { 'x-api-key': key }
  const ask = (path: string, query: Record<string, string | number>) =>
    askApi(`${apiUrl}${path}`, { headers, query }).catch((error: unknown) => {
      // Keys have no permissions: Creem answers unknown keys with 403 as well.
      const isUnknown = error instanceof ApiRefusal && error.status === 403
      throw isUnknown ? new ApiRefusal(401) : error
    })
  const get = async (path: string, query: Query) => (await ifExists(ask(path, query)))?.body
  return {
    async search(path, page, size, of = {}) {
      const { body, answeredMs } = await ask(path, { ...of, page_number: page, page_size: size })
      const { next_page: said = null } = fieldsOf(body.pagination)
      const next = said === null ? null : need(wholeOf(said), 'next_page')
      return { items: needList(body.items, 'items').map(fieldsOf), next, answeredMs }
    },
    async find(kind, id) {
      const known = remembered.get(id)
      if (known !== undefined) return known
      const found = await get(`/v1/${kind}s`, { [`${kind}_id`]: id })
      if (found === undefined) return undefined
      need(idOf(found) === id ? id : null, 'id')
      remembered.set(id, found)
      return found
    },
    transaction: (id) => get('/v1/transactions', { transaction_id: id }),
  }
}
