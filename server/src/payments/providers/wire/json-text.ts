import { isUtf8 } from 'node:buffer'
import { MalformedBody } from '../provider.ts'
import { type Fields, fieldsOf } from './fields.ts'

type Reviver = (key: string, value: unknown, context?: { source?: string }) => unknown

/** Shopify's ids exceed 2^53, where a JSON number loses digits: those stay text. */
const keepLongNumbers: Reviver = (_key, value, context) =>
  typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)
    ? (context?.source ?? value)
    : value

/** A webhook's JSON object, or `MalformedBody`. */
export function parseJsonObject(body: Buffer): Fields {
  if (!isUtf8(body)) throw new MalformedBody('the body is not UTF-8')
  let parsed: unknown
  try {
    parsed = JSON.parse(body.toString('utf8'), keepLongNumbers)
  } catch (cause) {
    throw new MalformedBody('the body is not JSON', { cause })
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    throw new MalformedBody('the body is not a JSON object')
  }
  return fieldsOf(parsed)
}

/** An object that some shops send as its JSON text; undefined for any other text. */
export function objectIn(value: unknown): Fields {
  if (typeof value !== 'string') return fieldsOf(value)
  try {
    return fieldsOf(JSON.parse(value))
  } catch {
    return fieldsOf(null)
  }
}
