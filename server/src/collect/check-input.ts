import { notAnObjectMessage } from '@tributary/contract/envelope.ts'
import { type EventInput, eventInput, type HitInput, hitInput } from '@tributary/contract/hit.ts'
import { Compile } from 'typebox/compile'
import { AppError } from '../errors.ts'

// Compiled once: checking is then faster than parsing the JSON was.
const hits = Compile(hitInput)
const events = Compile(eventInput)

/** A valid hit, or an error that names the field and its rule. */
export function checkHit(body: unknown): HitInput {
  if (!hits.Check(body)) {
    throw new AppError('invalid', problemOf(hitInput.properties, hits.Errors(body)))
  }
  return body
}

/** A valid item of a batch, or its problem. */
export function checkEvent(item: unknown): { event: EventInput } | { problem: string } {
  if (events.Check(item)) return { event: item }
  if (typeof item !== 'object' || item === null || Array.isArray(item)) {
    return { problem: 'the item must be a JSON object' }
  }
  return { problem: problemOf(eventInput.properties, events.Errors(item)) }
}

interface SchemaError {
  keyword: string
  instancePath: string
  params: object
}

/** "visitorId must be 1 to 255 characters of …": the field, and the rule its schema describes. */
function problemOf(
  properties: Readonly<Record<string, object>>,
  errors: readonly SchemaError[],
): string {
  const [error] = errors
  if (error === undefined) throw new Error('the schema refused what it finds no fault with')
  if (error.keyword === 'required') {
    const [missing] = (error.params as { requiredProperties: string[] }).requiredProperties
    return `${missing} is required`
  }
  const field = error.instancePath.split('/')[1] ?? ''
  const schema = properties[field] as { description?: string } | undefined
  return schema === undefined ? notAnObjectMessage : `${field} ${schema.description}`
}
