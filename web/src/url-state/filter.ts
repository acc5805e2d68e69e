import type { FilterOperator } from '@tributary/contract/query.ts'
import { type Dimension, isDimension } from './dimension.ts'

/** How a filter compares, in the order of the editor. */
export const filterOperators = [
  'is',
  'is_not',
  'contains',
  'does_not_contain',
] as const satisfies FilterOperator[]

/**
 * One condition on everything a page shows; it holds if any of its values matches. In the address:
 * `country:is:DE|AT`, with a backslash before a bar that belongs to a value.
 */
export interface Filter {
  dimension: Dimension
  operator: (typeof filterOperators)[number]
  values: string[]
}

/** The inverse of each operator. */
const opposites = {
  is: 'is_not',
  is_not: 'is',
  contains: 'does_not_contain',
  does_not_contain: 'contains',
} as const

/** The filters in an address. Invalid ones are left out, never guessed. */
export function parseFilters(texts: string | string[] | undefined): Filter[] {
  return [texts ?? []].flat().flatMap((text) => parseFilter(text) ?? [])
}

/** The filters as an address contains them. */
export function writeFilters(filters: readonly Filter[]): string[] {
  return filters.map(
    ({ dimension, operator, values }) => `${dimension}:${operator}:${joinValues(values)}`,
  )
}

/** The condition of one row of a breakdown. */
export function rowFilter(dimension: Dimension, value: string, isExcluded = false): Filter {
  return { dimension, operator: isExcluded ? 'is_not' : 'is', values: [value] }
}

/** The list with one more condition; a repeated one changes nothing. */
export function addFilter(filters: readonly Filter[], filter: Filter): Filter[] {
  return filters.some((one) => isSameFilter(one, filter)) ? [...filters] : [...filters, filter]
}

/** The list without one condition. */
export function removeFilter(filters: readonly Filter[], filter: Filter): Filter[] {
  return filters.filter((one) => !isSameFilter(one, filter))
}

/** The list with one condition replaced. */
export function replaceFilter(
  filters: readonly Filter[],
  { old, with: changed }: { old: Filter; with: Filter },
): Filter[] {
  return addFilter(removeFilter(filters, old), changed)
}

/** The inverted condition: `is` becomes `is not`, and back. */
export function turnedFilter(filter: Filter): Filter {
  return { ...filter, operator: opposites[filter.operator] }
}

/** The condition in the query language. */
export function filterInput({ dimension, operator, values }: Filter): [string, string, string[]] {
  return [operator, dimension, values]
}

/** The condition of a question's filter; undefined if the editor does not support it. */
export function filterOfInput(given: readonly unknown[]): Filter | undefined {
  const [written, dimension, values] = given
  const operator = filterOperators.find((one) => one === written)
  if (operator === undefined || typeof dimension !== 'string' || !isDimension(dimension)) return
  const isTexts = Array.isArray(values) && values.every((value) => typeof value === 'string')
  return isTexts ? { dimension, operator, values } : undefined
}

/** A text that is the same for the same condition. */
export function filterId(filter: Filter): string {
  return writeFilters([filter])[0] ?? ''
}

function isSameFilter(one: Filter, other: Filter): boolean {
  return filterId(one) === filterId(other)
}

function parseFilter(text: string): Filter | undefined {
  const [, dimension = '', written = '', value = ''] = /^([^:]*):([^:]*):(.*)$/s.exec(text) ?? []
  const operator = filterOperators.find((one) => one === written)
  if (!isDimension(dimension) || operator === undefined) return undefined
  const values = splitValues(value)
  // Every value contains the empty text, so such a condition would be meaningless.
  if (operator.endsWith('contain') || operator === 'contains') {
    if (values.includes('')) return undefined
  }
  return { dimension, operator, values }
}

function joinValues(values: readonly string[]): string {
  return values.map((value) => value.replace(/[\\|]/g, '\\$&')).join('|')
}

function splitValues(text: string): string[] {
  const values = ['']
  for (const [part] of text.matchAll(/\\[\\|]|[\s\S]/gu)) {
    if (part === '|') values.push('')
    else
      values.push((values.pop() ?? '') + (part.length === 2 && part[0] === '\\' ? part[1] : part))
  }
  return values
}
