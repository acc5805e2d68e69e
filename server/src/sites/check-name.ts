import { AppError } from '../errors.ts'

const maxLength = 255

/** A name that a person typed, trimmed; throws if it cannot be displayed or stored. */
export function checkName(text: string): string {
  const name = text.trim()
  if (name === '') throw new AppError('invalid', 'name must not be empty')
  if (name.length > maxLength) {
    throw new AppError('invalid', `name must have at most ${maxLength} characters`)
  }
  // Postgres cannot store a NUL, no store half a surrogate pair, and terminals interpret the rest.
  if (/\p{Cc}|\p{Cs}/u.test(name)) {
    throw new AppError('invalid', 'name must not contain control characters')
  }
  return name
}
