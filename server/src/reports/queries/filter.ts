import type { PaymentDimensionName } from './payment-words.ts'
import type { EventDimensionName, SessionDimensionName } from './vocabulary.ts'

export type FilterOperator =
  | 'is'
  | 'is_not'
  | 'contains'
  | 'does_not_contain'
  | 'matches'
  | 'does_not_match'

/** A dimension is, contains or matches one of the values; a negative one holds when none of them does. */
export interface Leaf<Name extends string = SessionDimensionName | EventDimensionName> {
  operator: FilterOperator
  dimension: Name
  /** The property's name, for dimension `property`. */
  property?: string
  values: readonly string[]
}

interface Joined<Name extends string = SessionDimensionName | EventDimensionName> {
  join: 'and' | 'or'
  filters: readonly FilterOf<Name>[]
}

interface Scoped<Name extends string = SessionDimensionName | EventDimensionName> {
  scope: 'not' | 'visitor' | 'hit'
  filter: FilterOf<Name>
}

type FilterOf<Name extends string> = Leaf<Name> | Joined<Name> | Scoped<Name>

/** A condition on visits, and inside `hit` on single events. */
export type Filter = FilterOf<SessionDimensionName | EventDimensionName>

/** A condition on entries of money. */
export type PaymentFilter = FilterOf<PaymentDimensionName>

/** SQL with the values it binds. */
export interface Bound {
  sql: string
  params: Record<string, unknown>
}

export function isNegative(operator: FilterOperator): boolean {
  return operator === 'is_not' || operator === 'does_not_contain' || operator === 'does_not_match'
}

/** Whether a filter says which visits to leave out; most pass it. */
export function isExclusion(filter: Filter): boolean {
  if ('scope' in filter) return filter.scope === 'not'
  return 'operator' in filter && isNegative(filter.operator)
}

/** Whether text made by `sql` is, contains or matches one of a leaf's values, ignoring `not`. */
export function anyValue(sql: string, leaf: Leaf<string>, name: string): Bound {
  if (leaf.operator === 'is' || leaf.operator === 'is_not') {
    return { sql: `${sql} in {${name}:Array(String)}`, params: { [name]: leaf.values } }
  }
  if (leaf.operator === 'contains' || leaf.operator === 'does_not_contain') {
    return {
      sql: `multiSearchAnyCaseInsensitiveUTF8(${sql}, {${name}:Array(String)})`,
      params: { [name]: leaf.values },
    }
  }
  // The engine cannot resolve a subquery in several arms of one `or`, so `sql` is written once.
  return anyOfList(`[toString(${sql})]`, leaf, name)
}

/** Whether any text of a list does, made by `sql`. */
export function anyOfList(sql: string, { operator, values }: Leaf<string>, name: string): Bound {
  if (operator === 'is' || operator === 'is_not') {
    return { sql: `hasAny(${sql}, {${name}:Array(String)})`, params: { [name]: values } }
  }
  if (operator === 'contains' || operator === 'does_not_contain') {
    return {
      sql: `arrayExists(text -> multiSearchAnyCaseInsensitiveUTF8(text, {${name}:Array(String)}), ${sql})`,
      params: { [name]: values },
    }
  }
  // RE2: its time grows with the text and not with the pattern's complexity.
  const found = (text: string) =>
    values.map((_, index) => `match(${text}, {${name}_${index}:String})`).join(' or ')
  return {
    // The constant part rejects an invalid pattern even if there is no text to match.
    sql: `(arrayExists(text -> ${found('text')}, ${sql}) and (${found("''")} or 1))`,
    params: Object.fromEntries(values.map((value, index) => [`${name}_${index}`, value])),
  }
}

/** Renders a whole filter, given how to render a leaf and a scope. */
export function writeFilter<Name extends string>(
  filter: FilterOf<Name>,
  write: {
    leaf: (leaf: Leaf<Name>) => string
    scope: (scope: 'visitor' | 'hit', filter: FilterOf<Name>) => string
  },
): string {
  if ('join' in filter) {
    const parts = filter.filters.map((part) => `(${writeFilter(part, write)})`)
    return parts.length === 0
      ? String(Number(filter.join === 'and'))
      : parts.join(` ${filter.join} `)
  }
  if (!('scope' in filter)) return write.leaf(filter)
  if (filter.scope === 'not') return `not (${writeFilter(filter.filter, write)})`
  return write.scope(filter.scope, filter.filter)
}
