import { metadataLimits } from '@tributary/contract/payment.ts'
import { AppError } from '../errors.ts'

/** Refuses metadata that is too large, and keys that cannot be stored. */
export function checkMetadata(metadata: Readonly<Record<string, unknown>>): void {
  if (Object.keys(metadata).length > metadataLimits.keys) {
    throw new AppError('invalid', `metadata must have at most ${metadataLimits.keys} keys`)
  }
  checkDepth(metadata)
  checkKeys(metadata)
  if (Buffer.byteLength(JSON.stringify(metadata)) > metadataLimits.bytes) {
    throw new AppError('invalid', `metadata must be at most ${metadataLimits.bytes} bytes of JSON`)
  }
}

function checkKeys(value: unknown): void {
  if (typeof value === 'number' && !Number.isFinite(value)) {
    throw new AppError('invalid', 'metadata must hold finite numbers only')
  }
  if (typeof value !== 'object' || value === null) return
  for (const [key, part] of Object.entries(value)) {
    if (key.length > metadataLimits.keyLength) {
      throw new AppError(
        'invalid',
        `metadata must have keys of at most ${metadataLimits.keyLength} characters`,
      )
    }
    if (key === '__proto__') throw new AppError('invalid', 'metadata must not have a key __proto__')
    checkKeys(part)
  }
}

/** Level by level and not by recursion: a body of 64 KiB can be nested deeper than the stack is. */
function checkDepth(metadata: unknown): void {
  let level: unknown[] = [metadata]
  for (let depth = 0; level.length > 0; depth++) {
    const objects = level.filter((value) => typeof value === 'object' && value !== null)
    if (objects.length > 0 && depth >= metadataLimits.depth) {
      throw new AppError('invalid', `metadata must be nested at most ${metadataLimits.depth} deep`)
    }
    level = objects.flatMap((value) => Object.values(value as object))
  }
}

const visitorKeys = ['tributary_visitor_id', 'visitorId', 'datafast_visitor_id']
const sessionKeys = ['tributary_session_id', 'sessionId', 'datafast_session_id']
const subscriptionKeys = ['tributary_subscription_id', 'subscriptionId', 'subscription_id']

/** The ids in merchants' metadata, under any of the supported names. */
export function idsFromMetadata(metadata: Readonly<Record<string, unknown>> | undefined) {
  const first = (keys: readonly string[]): string | null => {
    for (const key of keys) {
      const value = metadata && Object.hasOwn(metadata, key) ? metadata[key] : undefined
      if (typeof value === 'string' && value.trim() !== '' && value.length <= 255) return value
    }
    return null
  }
  return {
    visitorId: first(visitorKeys),
    sessionId: first(sessionKeys),
    subscriptionId: first(subscriptionKeys),
  }
}
