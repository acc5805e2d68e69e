import { type Dimension, isDimension } from './dimension.ts'

type FilterOperator = 'is' | 'is_not'

/** One condition on everything a page shows. In the address: `country:is:DE`. */
export interface Filter {
  dimension: Dimension
  operator: FilterOperator
  value: string
}

/** The filters an address names. What cannot be understood is left out, never guessed. */
export function parseFilters(texts: string | string[] | undefined): Filter[] {
  return [texts ?? []].flat().flatMap((text) => parseFilter(text) ?? [])
}

/** The filters as an address names them. */
export function writeFilters(filters: readonly Filter[]): string[] {
  return filters.map(({ dimension, operator, value }) => `${dimension}:${operator}:${value}`)
}

/** The list with one more condition; a repeated one changes nothing. */
export function addFilter(filters: readonly Filter[], filter: Filter): Filter[] {
  return filters.some((one) => isSameFilter(one, filter)) ? [...filters] : [...filters, filter]
}

/** The list without one condition. */
export function removeFilter(filters: readonly Filter[], filter: Filter): Filter[] {
  return filters.filter((one) => !isSameFilter(one, filter))
}

/** The list with one condition turned around: `is` becomes `is not`, and back. */
export function turnFilter(filters: readonly Filter[], filter: Filter): Filter[] {
  const turned = filter.operator === 'is' ? 'is_not' : 'is'
  return filters.map((one) => (isSameFilter(one, filter) ? { ...one, operator: turned } : one))
}

function isSameFilter(one: Filter, other: Filter): boolean {
  return (
    one.dimension === other.dimension &&
    one.operator === other.operator &&
    one.value === other.value
  )
}

function parseFilter(text: string): Filter | undefined {
  const [, dimension = '', operator = '', value = ''] = /^([^:]*):([^:]*):(.*)$/s.exec(text) ?? []
  if (!isDimension(dimension) || (operator !== 'is' && operator !== 'is_not')) return undefined
  return { dimension, operator, value }
}
