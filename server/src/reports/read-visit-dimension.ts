import { dimensions } from '@tributary/contract/query.ts'
import { AppError } from '../errors.ts'
import { type SessionDimensionName, sessionDimensions } from './queries/vocabulary.ts'

const times: readonly string[] = ['hour', 'day', 'week', 'month']
const ofVisits = Object.keys(sessionDimensions).filter(
  (name): name is SessionDimensionName => !times.includes(name),
)
const plain = (text: string) => text.replaceAll('_', '').toLowerCase()

/**
 * A dimension that each visit has one value of; camelCase or snake_case. `others` are what else the field may be, for the
 * complaint.
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
