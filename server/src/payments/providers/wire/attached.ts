import { metadataLimits } from '@tributary/contract/payment.ts'
import { type Fields, fieldsOf, textOf } from './fields.ts'

const visitorKeys = ['tributary_visitor_id', 'visitorId', 'visitor_id', 'datafast_visitor_id']
const sessionKeys = ['tributary_session_id', 'sessionId', 'session_id', 'datafast_session_id']

const longestId = 200
const longestValue = 500
const mostBytes = metadataLimits.bytes / 2

/** What a merchant attached to a payment. */
export interface Attached {
  visitorId: string | null
  sessionId: string | null
  metadata: Record<string, unknown> | null
}

/**
 * The visitor's ids and the merchant's own fields from everywhere a provider carries them, the first place first.
 * The customer may have written them, so invalid values are ignored and never fail.
 */
export function attachedTo(...places: unknown[]): Attached {
  const objects = places.map(fieldsOf)
  const first = (keys: readonly string[]) => {
    for (const place of objects) {
      for (const key of keys) {
        const id = idText(place, key)
        if (id !== null) return id
      }
    }
    return null
  }
  return {
    visitorId: first(visitorKeys),
    sessionId: first(sessionKeys),
    metadata: boundedMetadata(objects),
  }
}

/** Ids that were packed into one text, such as `visitor:session`, for providers with a single field. */
export function unpackIds(text: string | null): { visitorId?: string; sessionId?: string } {
  const [, visitorId, sessionId] = /^([\w-]{1,200})(?:[:|.]([\w-]{1,200}))?$/.exec(text ?? '') ?? []
  return { ...(visitorId && { visitorId }), ...(sessionId && { sessionId }) }
}

function idText(place: Fields, key: string): string | null {
  const value = Object.hasOwn(place, key) ? place[key] : null
  const text = typeof value === 'string' ? textOf(value) : null
  return text !== null && text.length <= longestId ? text : null
}

function boundedMetadata(places: readonly Fields[]): Record<string, unknown> | null {
  const accepted = new Map<string, unknown>()
  let bytes = 0
  for (const [key, value] of places.flatMap((place) => Object.entries(place))) {
    const isPlain = ['string', 'number', 'boolean'].includes(typeof value)
    const size = Buffer.byteLength(JSON.stringify([key, value]))
    const fits =
      accepted.size < metadataLimits.keys &&
      key.length <= metadataLimits.keyLength &&
      String(value).length <= longestValue &&
      bytes + size <= mostBytes
    if (!isPlain || !fits || accepted.has(key) || key === '__proto__') continue
    accepted.set(key, value)
    bytes += size
  }
  return accepted.size === 0 ? null : Object.fromEntries(accepted)
}
