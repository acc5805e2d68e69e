/** The two ids that connect what your server reports to a visit. Fields that are not known are absent. */
export interface Ids {
  visitorId?: string
  sessionId?: string
}

interface Getter {
  get(name: string): unknown
}

/**
 * Where the ids can be read from: a `Request` (fetch, Next.js, Remix, SvelteKit, Bun, Deno, Workers), `Headers`, the
 * result of Next.js' `await cookies()`, a request of Express, Fastify or node:http, Hono's `c.req`, or the text of a
 * `Cookie` header.
 */
export type IdSource =
  | string
  | Getter
  | { headers: Getter }
  | { headers: Record<string, string | string[] | undefined> }
  | { raw: { headers: Getter } }

const names = { visitorId: 'tributary_visitor_id', sessionId: 'tributary_session_id' } as const

/**
 * Reads the ids that the tracker keeps in cookies, ready to be spread into a goal or a payment.
 * Anybody can send any cookie, so what is not shaped like an id is left out.
 *
 * @example
 * ```ts
 * import { readIds, Tributary } from '@tributary/sdk'
 *
 * const tributary = new Tributary({ url: process.env.TRIBUTARY_URL, key: process.env.TRIBUTARY_KEY })
 *
 * export async function POST(request: Request) {
 *   await tributary.recordGoal({ event: 'signup', ...readIds(request) })
 *   return new Response('Welcome')
 * }
 * ```
 */
export function readIds(source: IdSource): Ids {
  const visitorId = readId(source, names.visitorId)
  const sessionId = readId(source, names.sessionId)
  return {
    ...(visitorId !== undefined && { visitorId }),
    ...(sessionId !== undefined && { sessionId }),
  }
}

/**
 * The ids as metadata of a checkout, for providers that hand it back in their webhooks: payments
 * from there are then linked as surely as your own.
 *
 * @example
 * ```ts
 * import { idsAsMetadata, readIds } from '@tributary/sdk'
 *
 * export async function POST(request: Request) {
 *   const checkout = { price: 'price_pro', metadata: idsAsMetadata(readIds(request)) }
 *   return Response.json(checkout)
 * }
 * ```
 */
export function idsAsMetadata({ visitorId, sessionId }: Ids): Record<string, string> {
  return {
    ...(visitorId !== undefined && { [names.visitorId]: visitorId }),
    ...(sessionId !== undefined && { [names.sessionId]: sessionId }),
  }
}

function readId(source: IdSource, name: string): string | undefined {
  const value = fromStore(source, name) ?? fromCookies(cookieHeader(source), name)
  return value !== undefined && /^[A-Za-z0-9_-]{1,255}$/.test(value) ? value : undefined
}

function headersOf(source: Exclude<IdSource, string | Getter>) {
  return 'headers' in source ? source.headers : source.raw.headers
}

/** Next.js' cookies() returns `{ name, value }`; Headers return text or null. */
function fromStore(source: IdSource, name: string): string | undefined {
  if (!isGetter(source)) return undefined
  const found = source.get(name)
  if (typeof found !== 'object' || found === null) return undefined
  const { value } = found as { value?: unknown }
  return typeof value === 'string' ? value : undefined
}

function cookieHeader(source: IdSource): string {
  if (typeof source === 'string') return source
  const headers = isGetter(source) ? source : headersOf(source)
  const found = isGetter(headers) ? headers.get('cookie') : (headers.cookie ?? headers.Cookie)
  if (Array.isArray(found)) return found.join('; ')
  return typeof found === 'string' ? found : ''
}

/** The first cookie of a name, like the tracker itself. */
function fromCookies(header: string, name: string): string | undefined {
  for (const part of header.split(';')) {
    const [key = '', ...value] = part.split('=')
    if (key.trim() === name)
      return value
        .join('=')
        .trim()
        .replace(/^"(.*)"$/, '$1')
  }
  return undefined
}

function isGetter(value: unknown): value is Getter {
  return typeof value === 'object' && value !== null && typeof (value as Getter).get === 'function'
}
