import {
  type Fields,
  fieldsOf,
  need,
  needBoolean,
  needList,
  textOf,
} from '../../providers/wire/fields.ts'
import { ApiRefusal, askApi } from '../ask-api.ts'

/** The requests to Paddle's API. */
export interface PaddleClient {
  /** A page of a list. Throws if the answer has none. */
  get(path: string, query?: Query): Promise<PaddleAnswer>
  /** An attempt to change something: its answer only shows whether the key may. */
  change(method: 'POST' | 'PATCH', path: string): Promise<void>
}

type Query = Readonly<Record<string, string | number>>

export interface PaddleAnswer {
  data: readonly Fields[]
  /** The id that asks for the next page; null: this was the last one. */
  next: string | null
  answeredMs: number | undefined
}

/** Paddle's error codes for an unknown key; it answers some of them with 403, like missing permissions. */
const unknownKey = ['authentication_missing', 'authentication_malformed', 'invalid_token']

/**
 * Paddle's own client has neither time limits nor limits of size, and turns objects into classes with other names than
 * webhooks have.
 */
export function paddleClient(key: string, apiUrl: string): PaddleClient {
  const headers = { authorization: `Bearer ${key}`, 'paddle-version': '1' }
  const ask = (path: string, question: Omit<Parameters<typeof askApi>[1], 'headers'>) =>
    askApi(`${apiUrl}${path}`, { ...question, headers }).catch((error: unknown) => {
      const isUnknown = error instanceof ApiRefusal && unknownKey.includes(error.code)
      throw isUnknown ? new ApiRefusal(401) : error
    })
  return {
    async get(path, query = {}) {
      const { body, answeredMs } = await ask(path, { query })
      const data = needList(body.data, 'data').map(fieldsOf)
      const { has_more: hasMore } = fieldsOf(fieldsOf(body.meta).pagination)
      const isLast = !needBoolean(hasMore, 'has_more') || data.length === 0
      // The answer's link to the next page is not followed: the key is for one address only.
      const next = isLast ? null : need(textOf(data.at(-1)?.id), 'id')
      return { data, next, answeredMs }
    },
    async change(method, path) {
      await ask(path, { method, body: {} })
    },
  }
}
