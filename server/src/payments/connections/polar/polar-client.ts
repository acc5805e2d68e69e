import { type Fields, fieldsOf, need, needList, wholeOf } from '../../providers/wire/fields.ts'
import { askApi } from '../ask-api.ts'

/** The requests to Polar's API. */
export interface PolarClient {
  /** A page of a list. Throws if the answer has none. */
  list(path: string, query?: Readonly<Record<string, string | number>>): Promise<PolarPage>
  one(path: string): Promise<Fields>
  /** An attempt to change something: its answer only shows whether the key may. */
  change(method: 'POST' | 'PATCH', path: string): Promise<void>
}

export interface PolarPage {
  items: readonly Fields[]
  /** How many pages there are. */
  pages: number
  answeredMs: number | undefined
}

/**
 * Polar's own client does not return the answer's date, follows redirects, reads answers of any length and writes them into
 * its errors.
 */
export function polarClient(key: string, apiUrl: string): PolarClient {
  const headers = { authorization: `Bearer ${key}` }
  const ask = (path: string, question: Omit<Parameters<typeof askApi>[1], 'headers'>) =>
    askApi(`${apiUrl}/v1${path}`, { ...question, headers })
  return {
    async list(path, query = {}) {
      const { body, answeredMs } = await ask(path, { query })
      const pages = need(wholeOf(fieldsOf(body.pagination).max_page), 'max_page')
      return { items: needList(body.items, 'items').map(fieldsOf), pages, answeredMs }
    },
    async one(path) {
      return (await ask(path, {})).body
    },
    async change(method, path) {
      await ask(path, { method, body: {} })
    },
  }
}
