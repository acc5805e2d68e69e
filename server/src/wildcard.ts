/**
 * Whether a text matches a pattern, in which `*` is anything. Matched from left to right, so that no pattern takes
 * long.
 */
export function fitsWildcard(pattern: string, text: string): boolean {
  const [start = '', ...rest] = pattern.split('*')
  const end = rest.pop()
  if (end === undefined) return text === pattern
  if (!text.startsWith(start) || !text.endsWith(end)) return false
  let from = start.length
  for (const part of rest) {
    const found = text.indexOf(part, from)
    if (found === -1) return false
    from = found + part.length
  }
  return from <= text.length - end.length
}

/** The pattern for SQL's `like`. */
export function likeOfWildcard(pattern: string): string {
  return pattern.replaceAll(/[\\%_]/g, '\\$&').replaceAll('*', '%')
}
