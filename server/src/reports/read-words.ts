import { dimensions, limits } from '@tributary/contract/query.ts'
import { AppError } from '../errors.ts'
import type { Breakdown, Word } from './question.ts'

const plain = (text: string) => text.replaceAll('_', '').toLowerCase()

/** Whether two spellings are one word: camelCase and snake_case are. */
export function isSameWord(one: string, other: string): boolean {
  // A site chooses the names of its properties.
  if (one.startsWith('property:')) return one === other
  return plain(one) === plain(other)
}

/** Finds a word whether it is written in camelCase or in snake_case. */
export function readWord<Name extends string>(
  spelt: string,
  known: Readonly<Record<Name, string>>,
  field: string,
): Word<Name> {
  const names = Object.keys(known) as Name[]
  const name = names.find((candidate) => isSameWord(candidate, spelt))
  if (name !== undefined) return { name, spelt }
  throw new AppError('invalid', `${field} must be of ${names.join(', ')}`)
}

/** A dimension of the list, or `property:` and the name of a property of goals. */
export function readDimension(spelt: string, field: string): Breakdown {
  if (!spelt.startsWith('property:')) return readWord(spelt, dimensions, field)
  const property = spelt.slice('property:'.length)
  if (property === '' || property.length > limits.propertyName) {
    throw new AppError(
      'invalid',
      `${field} must name a property of at most ${limits.propertyName} characters after property:`,
    )
  }
  return { name: 'property', spelt, property }
}

export function oneOf<Name extends string>(
  given: string,
  known: readonly Name[],
  field: string,
): Name {
  const name = known.find((candidate) => candidate === given)
  if (name !== undefined) return name
  throw new AppError('invalid', `${field} must be one of ${known.join(', ')}`)
}
