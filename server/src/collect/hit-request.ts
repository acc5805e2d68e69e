import type { DeviceHints } from '../client/read-device.ts'

/** A request's metadata. The address is only passed to the steps that need it. */
export interface HitRequest extends DeviceHints {
  address: string
  /** The rate limit's key for the address. */
  addressGroup: string
  /** Length of the body. */
  bytes: number
  /** The page's own origin as the browser states it; `''` if it does not. */
  origin: string
  /** Whether the page is only prefetched or prerendered, so that it may never be seen. */
  isPrefetch: boolean
  /** Do Not Track or Global Privacy Control. */
  optsOut: boolean
}

type Headers = Readonly<Record<string, string | string[] | undefined>>

/** Picks the headers that the steps need; if a header appears twice, the first counts. */
export function readHitRequest(
  headers: Headers,
  from: Pick<HitRequest, 'address' | 'addressGroup' | 'bytes'>,
): HitRequest {
  const origin = first(headers.origin)
  return {
    ...from,
    userAgent: first(headers['user-agent']),
    brands: first(headers['sec-ch-ua']),
    mobile: first(headers['sec-ch-ua-mobile']),
    platform: first(headers['sec-ch-ua-platform']),
    platformVersion: first(headers['sec-ch-ua-platform-version']),
    // `null` is what sandboxed pages send: it names no origin.
    origin: origin === 'null' ? '' : origin,
    isPrefetch:
      isAhead(headers['sec-purpose']) || isAhead(headers.purpose) || isAhead(headers['x-moz']),
    optsOut: first(headers.dnt) === '1' || first(headers['sec-gpc']) === '1',
  }
}

function first(header: string | string[] | undefined): string {
  if (header === undefined) return ''
  return typeof header === 'string' ? header : (header[0] ?? '')
}

function isAhead(header: string | string[] | undefined): boolean {
  return header !== undefined && /prefetch|prerender|preview/i.test(first(header))
}
