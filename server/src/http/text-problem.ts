/**
 * Why a text in this input cannot be kept, if one cannot: NUL (Postgres refuses it) or half of a
 * surrogate pair (no valid UTF-8 for it). Replacing them would make two different ids one, so they
 * are refused. Everything else is kept as it is, control and right-to-left characters included.
 */
export function textProblem(value: unknown, name = ''): string | undefined {
  if (typeof value === 'string') {
    if (value.includes('\0')) return `${name} must not contain a NUL character`
    return value.isWellFormed() ? undefined : `${name} must be well-formed Unicode`
  }
  if (typeof value !== 'object' || value === null) return undefined
  for (const [key, part] of Object.entries(value)) {
    const path = name === '' ? key : `${name}.${key}`
    // A key that cannot be kept is not repeated in the message either.
    const problem =
      name === '' ? textProblem(part, key) : (textProblem(key, name) ?? textProblem(part, path))
    if (problem !== undefined) return problem
  }
  return undefined
}
