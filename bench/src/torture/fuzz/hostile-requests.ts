import { gzipSync } from 'node:zlib'
import { operations } from '@tributary/server/http/api-reference/openapi.ts'
import type { Route } from '@tributary/server/test/list-routes.ts'
import { signAs } from '@tributary/server/test/providers/webhook-signer.ts'
import type { Random } from '../../demo/random.ts'
import { browserHeaders } from '../requests.ts'
import { hostileText, mutateBytes, mutateValue } from './hostile-values.ts'
import type { Access } from './insider.ts'
import type { HostileRequest } from './send.ts'
import { webhookEvents } from './webhook-events.ts'

/** A request of the kind that attackers and broken clients send; the same seed gives the same ones. */
export function hostileRequests(
  random: Random,
  ways: readonly Route[],
  access: Access,
): HostileRequest {
  if (random.chance(0.02)) return noRequest(random)
  if (random.chance(0.15)) return webhook(random, access)
  const route = pick(random, ways)
  const operation = operations.find(
    ({ method, path }) => method === route.method.toLowerCase() && path === route.path,
  )
  const examples = Object.values(operation?.docs.bodies ?? {}).map(({ value }) => value)
  const example = examples.length > 0 ? pick(random, examples) : {}
  const text = JSON.stringify(example).replaceAll('SITE_ID', access.siteId)
  const names = Object.keys(operation?.query?.properties ?? { siteId: 1, limit: 1, cursor: 1 })
  const query = names
    .filter(() => random.chance(0.6))
    .map((name) => {
      const right = operation?.docs.query?.[name] ?? access.siteId
      const value = random.chance(0.6) ? String(right) : hostileText(random)
      return `${name}=${random.chance(0.9) ? encoded(value) : value}`
    })
  const path = route.path.replace(/:(\w+)|\*/g, (_all, name) => {
    if (random.chance(0.2)) return encoded(hostileText(random))
    return name === 'siteId' || name === 'site' ? access.siteId : 'none'
  })
  const method = random.chance(0.97) ? route.method : pick(random, ['PUT', 'TRACE', 'OPTIONS', 'X'])
  const hasBody = method !== 'GET' && method !== 'HEAD'
  const body = hasBody ? mutatedJson(random, text) : Buffer.alloc(0)
  return toBytes(random, {
    method,
    path: random.chance(0.03) ? `/${hostileText(random)}` : `${path}?${query.join('&')}`,
    headers: {
      ...browserHeaders,
      'sec-fetch-site': 'same-origin',
      ...(random.chance(0.7) && { authorization: `Bearer ${access.key}` }),
      ...(random.chance(0.6) && { cookie: access.cookie }),
      ...(random.chance(0.1) && { 'idempotency-key': hostileText(random) }),
    },
    body,
  })
}

/** A delivery with a good signature and a body that is nearly right, as a changed provider would send. */
function webhook(random: Random, access: Access): HostileRequest {
  const { provider, id, secret } = pick(random, access.endpoints)
  const text = mutatedJson(random, JSON.stringify(pick(random, webhookEvents))).toString('utf8')
  const topic = pick(random, [
    'orders/paid',
    'refunds/create',
    'order.updated',
    hostileText(random),
  ])
  const signing = { secret, nowMs: Date.now(), topic: singleLine(topic), id: random.id() }
  return toBytes(random, {
    method: 'POST',
    path: `/webhooks/${provider}/${id}`,
    headers: { 'content-type': 'application/json', ...signAs(provider, text, signing) },
    body: Buffer.from(text),
  })
}

function mutatedJson(random: Random, text: string): Buffer {
  let value: unknown = JSON.parse(text)
  const times = random.between(0, 3)
  for (let n = 0; n < times; n++) value = mutateValue(random, value)
  const written = Buffer.from(JSON.stringify(value) ?? 'null')
  if (random.chance(0.85)) return written
  return mutateBytes(random, written)
}

interface Parts {
  method: string
  path: string
  headers: Record<string, string>
  body: Buffer
}

function toBytes(random: Random, { method, path, headers, body }: Parts): HostileRequest {
  const isBomb = random.chance(0.005)
  const sent = isBomb ? gzipSync(Buffer.alloc(50_000_000)) : body
  const all: Record<string, string> = {
    host: 'localhost',
    connection: 'close',
    ...headers,
    ...((sent.length > 0 || method === 'POST') && { 'content-length': String(sent.length) }),
    ...(isBomb && { 'content-encoding': 'gzip' }),
  }
  if (random.chance(0.15)) {
    const odd = [
      'content-type',
      'content-encoding',
      'accept',
      'accept-encoding',
      'origin',
      'cookie',
    ]
    const others = [
      'x-forwarded-for',
      'user-agent',
      'range',
      'if-none-match',
      'authorization',
      'host',
    ]
    all[pick(random, [...odd, ...others, 'transfer-encoding', 'expect', 'content-length'])] =
      singleLine(hostileText(random))
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  const target = path.replaceAll(/[\s\0]/g, '%20')
  const isCut = random.chance(0.03)
  const head = `${method} ${target} HTTP/1.1\r\n${lines.join('')}\r\n`
  return { head, body: isCut ? sent.subarray(0, sent.length / 2) : sent, isCut }
}

function noRequest(random: Random): HostileRequest {
  const start = Buffer.from('POST /api/collect HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\n\r\n')
  return { head: '', body: mutateBytes(random, start), isCut: true }
}

function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}

function singleLine(text: string): string {
  return text.replaceAll(/[^\x20-\x7e\x80-\xff]/g, '')
}

function pick<T>(random: Random, values: readonly T[]): T {
  return values[random.between(0, values.length - 1)] as T
}
