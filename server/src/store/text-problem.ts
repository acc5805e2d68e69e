/**
 * The reason why a text in this input cannot be stored, if any: NUL (Postgres refuses it) or half of a surrogate pair
 * (it has no valid UTF-8). Replacing them would make two different ids equal, so they are refused. Everything else
 * stays as it is, control and right-to-left characters included.
 */
export function textProblem(fields: object): string | undefined {
  for (const [field, value] of Object.entries(fields)) {
    for (const text of textsOf(value)) {
      if (text.includes('\0')) return `${field} must not contain a NUL character`
      if (!text.isWellFormed()) return `${field} must be well-formed Unicode`
    }
  }
  return undefined
}

/** Every text in a value, names of fields included. */
function* textsOf(value: unknown): Generator<string> {
  // A list and not recursion: a small body can be nested deeper than the stack.
  const open = [value]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next === 'string') yield next
    else if (typeof next === 'object' && next !== null) {
      yield* Object.keys(next)
      for (const part of Object.values(next)) if (part !== undefined) open.push(part)
    }
  }
}
