import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'

/** A faulty answer; `cut`: half of the correct one. */
export type Fault = 'cut' | { status: number; headers?: Record<string, string>; body?: object }

export interface ApiRequest {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingMessage['headers']
  body: string
}

export interface ApiAnswer {
  status: number
  body: object
  headers?: Record<string, string>
}

/** A fake of a provider's API, and its planted faults. */
export interface FakeApi {
  readonly url: string
  /** Every received request: its method, path and query. */
  readonly requests: string[]
  /** Called before each answer; undefined: the correct one. */
  onRequest: (path: string, query: URLSearchParams) => Fault | undefined
  /** The provider's clock, milliseconds since 1970; undefined if its answers have no time. */
  nowMs: (() => number) | undefined
  /** Called while a request is on its way. */
  beforeAnswer: (path: string) => Promise<void>
  close(): Promise<void>
}

/** Answers three of seven requests with 200 and without what was asked for, as busy servers have been seen to. */
export function plantEmptyAnswers(fake: Pick<FakeApi, 'requests' | 'onRequest'>): void {
  const bodies: Record<number, object> = {
    ...{ 1: {}, 3: { data: {} }, 5: { success: false, message: 'busy' } },
  }
  fake.onRequest = () => {
    const body = bodies[fake.requests.length % 7]
    return body === undefined ? undefined : { status: 200, body }
  }
}

/** Serves the results of `answer`, after `delayMs`, with the planted faults. */
export async function startFakeApi(
  answer: (request: ApiRequest) => ApiAnswer,
  { delayMs = 0 }: { delayMs?: number } = {},
): Promise<FakeApi> {
  const api: Omit<FakeApi, 'url' | 'close'> = {
    requests: [],
    onRequest: () => undefined,
    nowMs: undefined,
    beforeAnswer: async () => undefined,
  }
  const server = createServer(async (request, response) => {
    const body = await text(request)
    const { pathname: path, searchParams: query } = new URL(
      request.url ?? '/',
      'http://api.example',
    )
    if (delayMs > 0) await setTimeout(delayMs)
    await api.beforeAnswer(path)
    const method = request.method ?? ''
    api.requests.push(`${method} ${path}?${query}`)
    response.sendDate = false
    if (api.nowMs !== undefined) response.setHeader('date', new Date(api.nowMs()).toUTCString())
    const fault = api.onRequest(path, query)
    const said = { method, path, query, headers: request.headers, body }
    if (fault !== 'cut') {
      const { status, headers, body = { error: { message: 'no' } } } = fault ?? answer(said)
      response.writeHead(status, { 'content-type': 'application/json', ...headers })
      response.end(JSON.stringify(body))
      return
    }
    response.writeHead(200, { 'content-type': 'application/json' })
    response.write('{"data":[')
    response.destroy()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return Object.assign(api, {
    url: `http://127.0.0.1:${port}`,
    close() {
      server.closeAllConnections()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    },
  })
}
