import { lookup } from 'node:dns/promises'
import {
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestOptions,
  request as requestHttp,
} from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { addressesWithin, isPublicAddress } from './public-address.ts'

export interface OutsideRequest {
  method?: 'GET' | 'POST'
  headers?: Readonly<Record<string, string>>
  body?: string
  /** The timeout for everything together: resolving, connecting, and the whole answer. */
  timeoutMs: number
  /** A longer answer is not read to its end, and is an error. */
  longestAnswer: number
}

export interface OutsideAnswer {
  status: number
  text: string
  headers: IncomingHttpHeaders
}

/** Sends requests only to machines on the public internet. */
export type RequestOutside = (url: string, request: OutsideRequest) => Promise<OutsideAnswer>

/** This server does not connect to the address. The message says why. */
export class OutsideRefused extends Error {
  override name = 'OutsideRefused'
}

interface Address {
  address: string
  family: number
}

export interface RequestingOptions {
  /** Addresses and ranges of private networks that are allowed as well, also without TLS. */
  privateTargets: readonly string[]
  /** How a name's addresses are resolved; replaced in tests of possible resolver answers. */
  resolve?: (host: string) => Promise<Address[]>
}

/**
 * This server's only way to an address that a user chose. The name is resolved once, every address it has must be
 * public, and the connection goes to the very address that was checked, so that the name cannot point to another
 * machine a moment later. HTTPS only; redirects are not followed.
 */
export function openRequests({ privateTargets, resolve = ask }: RequestingOptions): RequestOutside {
  const isOwn = addressesWithin(privateTargets)
  return async (text, options) => {
    const url = readOutsideUrl(text)
    const signal = AbortSignal.timeout(options.timeoutMs)
    const host = url.hostname.replace(/^\[|\]$/g, '')
    const family = isIP(host)
    const found = family === 0 ? await within(signal, resolve(host)) : [{ address: host, family }]
    const wrong = found.find(({ address }) => !isPublicAddress(address) && !isOwn(address))
    const [first] = found
    if (wrong !== undefined || first === undefined) throw new OutsideRefused(privateMessage)
    if (url.protocol === 'http:' && !found.every(({ address }) => isOwn(address))) {
      throw new OutsideRefused('The address must begin with https://')
    }
    return send(url, { ...options, pinned: first, signal })
  }
}

const privateMessage =
  'The address leads into a private network. An operator can allow that with PRIVATE_TARGETS.'

/** Checks that an address may be requested at all; throws an `OutsideRefused` with its problem. */
export function readOutsideUrl(text: string): URL {
  const url = URL.parse(text.trim())
  if (url === null || !['https:', 'http:'].includes(url.protocol)) {
    throw new OutsideRefused('The address must begin with https://')
  }
  if (url.username !== '' || url.password !== '') {
    throw new OutsideRefused('The address must have no name and no password')
  }
  return url
}

function ask(host: string): Promise<Address[]> {
  return lookup(host, { all: true })
}

function send(
  url: URL,
  request: OutsideRequest & { pinned: Address; signal: AbortSignal },
): Promise<OutsideAnswer> {
  const { method = 'GET', headers = {}, body, pinned, signal, longestAnswer } = request
  const pin: LookupFunction = (_host, options, answer) => {
    if (options.all) answer(null, [pinned])
    else answer(null, pinned.address, pinned.family)
  }
  const options: RequestOptions = {
    method,
    // No keep-alive: a pooled connection could be another name's.
    agent: false,
    lookup: pin,
    signal,
    headers: {
      'user-agent': 'Tributary',
      ...headers,
      ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }),
    },
  }
  return new Promise((resolve, reject) => {
    const start = url.protocol === 'https:' ? requestHttps : requestHttp
    const sent = start(url, options, (answer) => {
      readAnswer(answer, longestAnswer).then(resolve, (error: unknown) => {
        sent.destroy()
        reject(error)
      })
    })
    sent.on('error', (error) => reject(signal.aborted ? tooSlow(error) : error))
    sent.end(body)
  })
}

async function readAnswer(answer: IncomingMessage, longest: number): Promise<OutsideAnswer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > longest) throw new Error('the answer is too long')
    chunks.push(chunk)
  }
  const text = Buffer.concat(chunks).toString('utf8')
  return { status: answer.statusCode ?? 0, text, headers: answer.headers }
}

/** A resolver cannot be stopped, but the caller need not wait for it. */
async function within<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const over = Promise.withResolvers<never>()
  const stop = () => over.reject(tooSlow())
  signal.addEventListener('abort', stop, { once: true })
  try {
    return await Promise.race([work, over.promise])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

function tooSlow(cause?: unknown): Error {
  return new Error('there was no answer in time', { cause })
}
