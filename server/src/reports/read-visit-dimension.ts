import { dimensions } from '@tributary/contract/query.ts'
import { AppError } from '../errors.ts'
import { type SessionDimensionName, sessionDimensions } from './queries/vocabulary.ts'

const times: readonly string[] = ['hour', 'day', 'week', 'month']
const ofVisits = Object.keys(sessionDimensions).filter(
  (name): name is SessionDimensionName => !times.includes(name),
)
const plain = (text: string) => text.replaceAll('_', '').toLowerCase()

/**
 * A dimension with one value per visit, in camelCase or snake_case. `others` are the field's other allowed values,
 * for the error message.
 */
export function readVisitDimension(
  spelt: string,
  field: string,
  others: readonly string[] = [],
): SessionDimensionName {
  const name = ofVisits.find((known) => plain(known) === plain(spelt))
  if (name !== undefined) return name
  const words = ofVisits.filter((known) => known in dimensions)
  throw new AppError('invalid', `${field} must be one of ${[...words, ...others].join(', ')}`)
}
