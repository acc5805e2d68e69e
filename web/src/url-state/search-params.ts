/** The address's query as plain strings; a name that may be repeated is always a list. */
export type SearchParams = Record<string, string | string[] | undefined>

const listNames = new Set(['filter', 'step'])

/** The parameters that determine which visits count: they stay from page to page of a site. */
const retained = ['range', 'compare', 'model', 'filter', 'view'] as const

/** The part of an address that the next page of the same site keeps. */
export function retainSearch(params: SearchParams): SearchParams {
  return Object.fromEntries(retained.map((name) => [name, params[name]]))
}

/** Reads `?range=7d&filter=…` without guessing types: a page named `1` stays a text. */
export function parseSearchParams(text: string): SearchParams {
  const found: SearchParams = {}
  for (const [name, value] of new URLSearchParams(text)) {
    if (listNames.has(name)) found[name] = [...((found[name] as string[]) ?? []), value]
    else found[name] ??= value
  }
  return found
}

/** Writes the query in a readable form: colons, slashes and commas stay as they are. */
export function writeSearchParams(params: SearchParams): string {
  const written = new URLSearchParams()
  for (const [name, value] of Object.entries(params)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== '') written.append(name, one)
    }
  }
  const text = written.toString().replace(/%3A/g, ':').replace(/%2F/g, '/').replace(/%2C/g, ',')
  return text === '' ? '' : `?${text}`
}
