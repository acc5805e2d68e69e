import type { TSchema } from 'typebox'

/** A field as the reference shows it. */
export interface Field {
  /** With the names of its parents: `events[].url`. */
  name: string
  type: string
  isRequired: boolean
  description: string
  rules: string
}

interface Schema {
  type?: string
  const?: unknown
  enum?: unknown[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema | Schema[]
  anyOf?: Schema[]
  description?: string
  default?: unknown
  maxLength?: number
  minimum?: number
  maximum?: number
  maxItems?: number
}

/** The fields of an object, including those of nested objects, in their order. */
export function describeFields(schema: TSchema): Field[] {
  return fieldsOf(schema as Schema, '')
}

function fieldsOf({ properties = {}, required = [] }: Schema, prefix: string): Field[] {
  return Object.entries(properties).flatMap(([key, schema]) => {
    const name = prefix + key
    const { description = '' } = schema
    const isRequired = required.includes(key)
    const field = { name, type: typeOf(schema), isRequired, description, rules: rulesOf(schema) }
    return [field, ...innerFields(schema, name)]
  })
}

function innerFields(schema: Schema, name: string): Field[] {
  if (schema.properties !== undefined) return fieldsOf(schema, `${name}.`)
  if (schema.items === undefined || Array.isArray(schema.items)) return []
  return fieldsOf(schema.items, `${name}[].`)
}

function typeOf(schema: Schema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum !== undefined) return schema.enum.map((word) => JSON.stringify(word)).join(' | ')
  // For readers, null means the same as an absent field.
  const choices = schema.anyOf?.filter(({ type }) => type !== 'null')
  if (choices !== undefined) return [...new Set(choices.map(typeOf))].join(' | ')
  if (Array.isArray(schema.items)) return `[${schema.items.map(typeOf).join(', ')}]`
  if (schema.items !== undefined) return `array of ${typeOf(schema.items)}`
  return schema.type ?? 'any'
}

function rulesOf({ maxLength, minimum, maximum, maxItems, default: fallback }: Schema): string {
  return [
    maxLength !== undefined && `at most ${maxLength} characters`,
    minimum !== undefined && `at least ${minimum}`,
    maximum !== undefined && `at most ${maximum}`,
    maxItems !== undefined && `at most ${maxItems} items`,
    fallback !== undefined && `default ${JSON.stringify(fallback)}`,
  ]
    .filter((rule) => rule !== false)
    .join(', ')
}
