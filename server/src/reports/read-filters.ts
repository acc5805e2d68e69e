import { type FilterInput, filterOperators, limits } from '@tributary/contract/query.ts'
import { providerName } from '../data/provider-name.ts'
import { AppError } from '../errors.ts'
import type { Filter, FilterOperator, Leaf, PaymentFilter } from './queries/filter.ts'
import { isOfEvents, isOfPayments, isTime, type QuestionFilters } from './question.ts'
import { oneOf, readDimension } from './read-words.ts'

/** One condition after reading, before it is known whether it is about visits or about money. */
type Read =
  | (Omit<Leaf<string>, 'dimension'> & { dimension: string })
  | { join: 'and' | 'or'; filters: Read[] }
  | { scope: 'not' | 'visitor' | 'hit'; filter: Read }

const shape =
  'filters must be of the form [operator, dimension, [values]], ["and" or "or", [filters]] or ["not", "visitor" or "hit", filter]'

/**
 * Reads filters, all of which must match, and separates those of visits from those of payments. The two cannot share
 * a group: it would mean nothing for visits without a payment.
 */
export function readFilters(given: readonly FilterInput[] | undefined): QuestionFilters {
  const count = { leaves: 0 }
  const filters: QuestionFilters = { visits: [], hits: [], payments: [] }
  for (const filter of flat((given ?? []).map((one) => readFilter(one, 1, count)))) {
    const kinds = new Set(leavesOf(filter).map(({ dimension }) => isMoney(dimension)))
    if (kinds.size > 1) {
      throw new AppError(
        'invalid',
        'filters: a group must be of visits or of payments, not of both; use two filters',
      )
    }
    if (kinds.has(true)) filters.payments.push(ofPayments(filter))
    else filters.visits.push(ofVisits(filter))
    if (kinds.has(false) && 'scope' in filter && filter.scope === 'hit') {
      filters.hits.push(ofVisits(filter.filter))
    }
  }
  return filters
}

const isMoney = (dimension: string) => isOfPayments(dimension as 'product')

/** An `and` at the top is equivalent to more filters. */
function flat(filters: readonly Read[]): Read[] {
  return filters.flatMap((filter) =>
    'join' in filter && filter.join === 'and' ? flat(filter.filters) : [filter],
  )
}

function readFilter(given: unknown, depth: number, count: { leaves: number }): Read {
  if (depth > limits.filterDepth) {
    throw new AppError('invalid', `filters must be nested at most ${limits.filterDepth} deep`)
  }
  if (!Array.isArray(given)) throw new AppError('invalid', shape)
  const [word, second, third] = given as unknown[]
  if (typeof word !== 'string') throw new AppError('invalid', shape)
  if (given.length === 3) return readLeaf(word, [second, third], count)
  if (given.length !== 2) throw new AppError('invalid', shape)
  if (word === 'not' || word === 'visitor' || word === 'hit') {
    return { scope: word, filter: readFilter(second, depth + 1, count) }
  }
  if ((word !== 'and' && word !== 'or') || !Array.isArray(second)) {
    throw new AppError('invalid', shape)
  }
  if (second.length === 0) throw new AppError('invalid', `filters: ${word} needs filters to join`)
  return { join: word, filters: second.map((part) => readFilter(part, depth + 1, count)) }
}

function readLeaf(word: string, [dimension, values]: unknown[], count: { leaves: number }): Read {
  count.leaves += 1
  if (count.leaves > limits.filters) {
    throw new AppError('invalid', `filters must be at most ${limits.filters} in all`)
  }
  const operator = oneOf(word, filterOperators, 'filters: the operator')
  if (typeof dimension !== 'string') throw new AppError('invalid', shape)
  const { name, property } = readDimension(dimension, 'filters: the dimension')
  if (isTime(name)) throw new AppError('invalid', `filters: use dateRange instead of ${name}`)
  return {
    operator,
    dimension: name,
    ...(property !== undefined && { property }),
    values: readValues(operator, values).map((value) => oneSpelling(name, operator, value)),
  }
}

/** A provider is found under each of its names, as payments store the canonical one. */
function oneSpelling(dimension: string, operator: FilterOperator, value: string): string {
  const isName = dimension === 'provider' && (operator === 'is' || operator === 'is_not')
  return isName ? providerName(value) : value
}

/** Few and short, so that a filter costs little in every form. */
const mostPatterns = 10

function readValues(operator: FilterOperator, values: unknown): string[] {
  if (
    !Array.isArray(values) ||
    values.length === 0 ||
    values.length > limits.filterValues ||
    !values.every((value): value is string => typeof value === 'string' && value.length <= 2048)
  ) {
    throw new AppError(
      'invalid',
      `filters: values must be a list of 1 to ${limits.filterValues} texts of at most 2048 characters`,
    )
  }
  if (operator === 'is' || operator === 'is_not') return values
  if (values.includes('')) {
    throw new AppError('invalid', `filters: ${operator} needs text to look for`)
  }
  const isPattern = operator === 'matches' || operator === 'does_not_match'
  if (isPattern && values.length > mostPatterns) {
    throw new AppError('invalid', `filters: ${operator} takes at most ${mostPatterns} patterns`)
  }
  if (isPattern && values.some((value) => value.length > limits.pattern)) {
    throw new AppError(
      'invalid',
      `filters: ${operator} takes patterns of at most ${limits.pattern} characters`,
    )
  }
  return values
}

function leavesOf(filter: Read): (Read & { dimension: string })[] {
  if ('join' in filter) return filter.filters.flatMap(leavesOf)
  return 'scope' in filter ? leavesOf(filter.filter) : [filter]
}

function ofVisits(filter: Read): Filter {
  refuseInHits(filter, false)
  return filter as Filter
}

/** A single page view or goal has a page, a name and properties; everything else belongs to its visit. */
function refuseInHits(filter: Read, isInHit: boolean): void {
  if ('join' in filter) {
    for (const part of filter.filters) refuseInHits(part, isInHit)
  } else if ('scope' in filter) {
    if (isInHit && filter.scope === 'visitor') {
      throw new AppError('invalid', 'filters: visitor cannot be used within hit')
    }
    refuseInHits(filter.filter, isInHit || filter.scope === 'hit')
  } else if (isInHit && !isOfEvents(filter.dimension as 'page')) {
    throw new AppError(
      'invalid',
      `filters: hit can ask for page, goal and property:NAME, not for ${filter.dimension}`,
    )
  }
}

function ofPayments(filter: Read): PaymentFilter {
  if ('join' in filter) {
    for (const part of filter.filters) ofPayments(part)
  } else if ('scope' in filter) {
    if (filter.scope !== 'not') {
      throw new AppError(
        'invalid',
        `filters: a payment has no ${filter.scope}; leave that word out`,
      )
    }
    ofPayments(filter.filter)
  }
  return filter as PaymentFilter
}
