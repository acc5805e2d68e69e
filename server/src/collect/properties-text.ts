import { propertyLimits } from '@tributary/contract/hit.ts'
import { cleanText } from '../acquisition/clean-text.ts'

/** Properties as they are stored, or their problem. */
export type PropertiesResult = { text: string } | { problem: string }

/** A goal's properties as the JSON text that is stored; `''` without any. */
export function propertiesText(
  properties: Readonly<Record<string, unknown>> | null | undefined,
): PropertiesResult {
  if (!properties) return { text: '' }
  const keys = Object.keys(properties)
  if (keys.length === 0) return { text: '' }
  if (keys.length > propertyLimits.keys) {
    return { problem: `properties must have at most ${propertyLimits.keys} keys` }
  }
  const problem = problemWith(properties, 1)
  if (problem !== undefined) return { problem }
  const plain = JSON.stringify(properties)
  // Almost never: JSON can hold NUL and lone surrogates as escapes, the engine could not.
  const text = /\\u(?:00[01]|007f|d[89a-f])/i.test(plain)
    ? JSON.stringify(cleaned(properties))
    : plain
  return Buffer.byteLength(text) > propertyLimits.bytes
    ? { problem: `properties must be at most ${propertyLimits.bytes} bytes of JSON` }
    : { text }
}

function problemWith(value: unknown, depth: number): string | undefined {
  if (typeof value === 'number') {
    return Number.isFinite(value) ? undefined : 'properties must hold finite numbers only'
  }
  if (typeof value !== 'object' || value === null) return undefined
  if (depth > propertyLimits.depth) {
    return `properties must be nested at most ${propertyLimits.depth} deep`
  }
  for (const key of Object.keys(value)) {
    if (key.length > propertyLimits.keyLength) {
      return `properties must have keys of at most ${propertyLimits.keyLength} characters`
    }
    if (key === '__proto__') return 'properties must not have a key __proto__'
    const problem = problemWith((value as Record<string, unknown>)[key], depth + 1)
    if (problem !== undefined) return problem
  }
  return undefined
}

function cleaned(value: unknown): unknown {
  if (typeof value === 'string') return cleanText(value)
  if (Array.isArray(value)) return value.map(cleaned)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [cleanText(key), cleaned(inner)]),
  )
}
