import type { TSchema } from 'typebox'

/** A schema in OpenAPI 3.1's form: JSON Schema of 2020-12. */
export type JsonSchema = { [keyword: string]: unknown }

/**
 * Renders the schema that validates. Named schemas become references wherever the same object appears; the outermost
 * one is always written out.
 */
export function jsonSchema(schema: TSchema, names: ReadonlyMap<object, string>): JsonSchema {
  return keywords(schema as JsonSchema, names)
}

function keywords(schema: JsonSchema, names: ReadonlyMap<object, string>): JsonSchema {
  const written: JsonSchema = {}
  for (const [keyword, value] of Object.entries(schema)) {
    written[keyword] = subschemas.has(keyword) ? nested(value, names) : value
  }
  return asTuple(asDictionary(written))
}

const subschemas = new Set(['properties', 'patternProperties', 'items', 'anyOf', 'allOf'])

/** A schema, a list of them or schemas by name: all three are objects whose values may be schemas. */
function nested(value: unknown, names: ReadonlyMap<object, string>): unknown {
  if (Array.isArray(value)) return value.map((part) => refer(part, names))
  if (isSchema(value)) return refer(value, names)
  return Object.fromEntries(
    Object.entries(value as object).map(([name, part]) => [name, refer(part, names)]),
  )
}

function refer(schema: JsonSchema, names: ReadonlyMap<object, string>): JsonSchema {
  const name = names.get(schema)
  return name === undefined ? keywords(schema, names) : { $ref: `#/components/schemas/${name}` }
}

/** TypeBox marks its schemas with a key that is not enumerable. */
function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && '~kind' in value
}

/** TypeBox writes tuples as drafts before 2020-12 did. */
function asTuple(schema: JsonSchema): JsonSchema {
  const { items, additionalItems: _, ...others } = schema
  if (!Array.isArray(items)) return schema
  return { ...others, prefixItems: items, items: false }
}

/** "Any name" has a keyword that every tool shows well. */
function asDictionary(schema: JsonSchema): JsonSchema {
  const { patternProperties, ...others } = schema
  const value = (patternProperties as Record<string, unknown> | undefined)?.['^.*$']
  return value === undefined ? schema : { ...others, additionalProperties: value }
}
