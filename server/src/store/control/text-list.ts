/** Reads a column's JSON array of texts. Anything else is a damaged store and throws. */
export function parseTextList(json: string): string[] {
  const list: unknown = JSON.parse(json)
  if (!Array.isArray(list) || list.some((entry) => typeof entry !== 'string')) {
    throw new TypeError('the control store holds a list that is none')
  }
  return list
}
