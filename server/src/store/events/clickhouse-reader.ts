import { Agent, type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps, Agent as TlsAgent } from 'node:https'
import { buffer } from 'node:stream/consumers'
import { urlToHttpOptions } from 'node:url'
import { type ClickHouseSettings, parseError } from '@clickhouse/client'
import { formatParameter } from './format-parameter.ts'

/** One SELECT. params are bound as {name:Type}. */
export interface Reading {
  sql: string
  params: Readonly<Record<string, unknown>>
  format: string
  settings: ClickHouseSettings
  signal: AbortSignal
}

/** Sends SELECTs over ClickHouse's HTTP interface. */
export interface ClickHouseReader {
  /**
   * The whole answer. Rejects with a `ClickHouseError` if the engine refused, else with the error of the request.
   */
  read(reading: Reading): Promise<string>
  close(): void
}

/**
 * Below the 30 s after which the embedded engine closes an idle connection; ClickHouse announces its own time-out,
 * and Node closes its end a second earlier.
 */
const idleMs = 10_000

/**
 * The official client waits for a timer before each request and takes four times the CPU: together almost
 * half of what a short question takes (docs/decisions/0109-ask-without-waiting-for-a-timer.md).
 */
export function clickHouseReader(
  url: string,
  options: { maxConnections: number; settings: ClickHouseSettings },
): ClickHouseReader {
  const address = new URL(url)
  const isSecure = address.protocol === 'https:'
  const pool = { keepAlive: true, maxSockets: options.maxConnections, timeout: idleMs }
  const agent = isSecure ? new TlsAgent(pool) : new Agent(pool)
  const begin = isSecure ? requestHttps : requestHttp
  const headers = { 'user-agent': 'tributary' }
  const requestOptions = { ...urlToHttpOptions(address), agent, headers, method: 'POST' }
  const common = new URLSearchParams(Object.entries(options.settings).map(textOf))
  const database = decodeURIComponent(address.pathname.slice(1))
  if (database !== '') common.set('database', database)
  const respond = (reading: Reading) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const request = {
        ...requestOptions,
        path: `/?${searchOf(reading, common)}`,
        signal: reading.signal,
      }
      // In one piece with its headers, which contain its length.
      begin(request, resolve).on('error', reject).end(reading.sql)
    })
  return {
    async read(reading) {
      const response = await respond(reading)
      // A large answer that was decoded in pieces would be joined again to be parsed.
      const answer = (await buffer(response)).toString()
      const isRefused =
        response.statusCode !== 200 || 'x-clickhouse-exception-code' in response.headers
      if (isRefused) throw parseError(answer)
      return answer
    },
    close: () => agent.destroy(),
  }
}

function searchOf({ params, format, settings }: Reading, common: URLSearchParams): URLSearchParams {
  const search = new URLSearchParams(common)
  search.set('default_format', format)
  for (const [name, value] of Object.entries(settings)) search.set(name, String(value))
  for (const [name, value] of Object.entries(params)) {
    search.set(`param_${name}`, formatParameter(value))
  }
  return search
}

const textOf = ([name, value]: [string, unknown]): [string, string] => [name, String(value)]
