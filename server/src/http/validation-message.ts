import type { TSchema } from 'typebox'
import type { TLocalizedValidationError } from 'typebox/error'

const typeNames: Record<string, string> = {
  string: 'a string',
  number: 'a finite number',
  integer: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  array: 'an array',
}

/** One sentence that names the first invalid field and the rule it breaks. */
export function describeProblem(
  schema: TSchema,
  errors: readonly TLocalizedValidationError[],
): string {
  // The errors of every branch of a choice come before that of the choice itself.
  const field = errors[0]?.instancePath ?? ''
  const here = errors.filter((error) => error.instancePath === field)
  const error = here.find(({ keyword }) => keyword === 'anyOf') ?? here[0]
  if (error === undefined) return 'The input is not valid'
  if (error.keyword === 'required') {
    return `${fieldName(`${field}/${error.params.requiredProperties[0]}`)} is required`
  }
  const name = field === '' ? 'The input' : fieldName(field)
  return `${name} ${rule(error, schemaAt(schema, error.schemaPath))}`
}

function rule(error: TLocalizedValidationError, schema: unknown): string {
  switch (error.keyword) {
    case 'type': {
      const types = [error.params.type].flat().map((type) => typeNames[type] ?? type)
      return `must be ${types.join(' or ')}`
    }
    case 'maxLength':
      return `must be at most ${error.params.limit} characters`
    case 'minLength':
      return error.params.limit === 1
        ? 'must not be empty'
        : `must be at least ${error.params.limit} characters`
    case 'maximum':
      return `must be at most ${error.params.limit}`
    case 'minimum':
      return `must be at least ${error.params.limit}`
    case 'maxItems':
      return `must have at most ${error.params.limit} items`
    case 'minItems':
      return `must have at least ${error.params.limit} items`
    case 'maxProperties':
      return `must have at most ${error.params.limit} keys`
    case 'format':
      return error.params.format === 'date'
        ? 'must be a calendar day such as 2026-11-20'
        : error.message
    case 'enum':
      return `must be one of ${error.params.allowedValues.join(', ')}`
    case 'anyOf':
      return `must be ${choices(schema)}`
    default:
      return error.message
  }
}

/** The values of a choice between constants, or the types of its branches. */
function choices(schema: unknown): string {
  const branches = (schema as { anyOf?: { const?: unknown; type?: string }[] }).anyOf ?? []
  if (branches.every((branch) => branch.const !== undefined)) {
    return `one of ${branches.map((branch) => String(branch.const)).join(', ')}`
  }
  const types = branches
    .map(({ type = '' }) => typeNames[type] ?? type)
    .filter((type) => type !== '')
  return [...new Set(types)].join(' or ') || 'one of the allowed forms'
}

/** `/items/0/name` reads `items[0].name`. */
function fieldName(pointer: string): string {
  return parts(pointer)
    .map((part, index) => (/^\d+$/.test(part) ? `[${part}]` : index === 0 ? part : `.${part}`))
    .join('')
}

/** The part of a schema that an error's path refers to, without the keyword at its end. */
function schemaAt(schema: TSchema, schemaPath: string): unknown {
  let found: unknown = schema
  for (const part of parts(schemaPath.replace(/^#/, ''))) {
    found = (found as Record<string, unknown> | undefined)?.[part]
  }
  return found
}

function parts(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
}
