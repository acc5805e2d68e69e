import {
  anyValue,
  type Bound,
  type Filter,
  isNegative,
  type Leaf,
  type PaymentFilter,
  writeFilter,
} from './filter.ts'
import { paymentDimensions } from './payment-words.ts'
import { type PlanShape, sessionRowsSql } from './session-rows.ts'
import { eventDimensions, type SessionColumnName, sessionDimensions } from './vocabulary.ts'

/** A condition over session rows, the values it binds and the columns it needs. */
export interface Condition extends Bound {
  columns: SessionColumnName[]
}

const planDays = `site_id = {site:String} and toDate(timestamp) between {firstDay:Date} and {lastDay:Date}`
const range = `site_id = {site:String} and timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC')
  and timestamp < fromUnixTimestamp64Milli({to:Int64}, 'UTC')`

/**
 * Filters as one condition on session rows. A page or goal asks whether the visit saw or reached it;
 * within `visitor` everything is asked of all that the visitor did in the range, within `hit` of one
 * page view or goal at once. Binds what `sessionRowParams` gives, `from` and `to`.
 */
export function filterCondition(filters: readonly Filter[], days: PlanShape): Condition {
  const writer = new ConditionWriter('filter', days)
  const sql = writer.visits({ join: 'and', filters })
  return { sql, params: writer.params, columns: writer.columns }
}

/** Filters of single page views and goals as a condition over events. */
export function hitCondition(filters: readonly Filter[]): Bound {
  const writer = new ConditionWriter('hit', { lateDays: [], builds: [], openDays: [] })
  return { sql: writer.hits({ join: 'and', filters }), params: writer.params }
}

/** Filters of payments as a condition over payment_entries. */
export function paymentCondition(filters: readonly PaymentFilter[]): Bound {
  const params: Record<string, unknown> = {}
  const leaf = (filter: Leaf<keyof typeof paymentDimensions>) => {
    const name = `payment${Object.keys(params).length}`
    const found = anyValue(paymentDimensions[filter.dimension], filter, name)
    Object.assign(params, found.params)
    return signed(found.sql, filter)
  }
  const scope = (name: string): never => {
    throw new TypeError(`a payment has no ${name}`)
  }
  return { sql: writeFilter({ join: 'and', filters }, { leaf, scope }), params }
}

/** Writes the parts of one condition and gives each of its values a name of its own. */
class ConditionWriter {
  readonly params: Record<string, unknown> = {}
  readonly columns: SessionColumnName[] = []
  readonly #prefix: string
  readonly #days: PlanShape
  #leaves = 0

  constructor(prefix: string, days: PlanShape) {
    this.#prefix = prefix
    this.#days = days
  }

  visits(filter: Filter): string {
    return writeFilter(filter, {
      leaf: (leaf) =>
        isOfEvents(leaf)
          ? `session_hash ${isIn(leaf)} (select session_hash from events where ${planDays} and ${this.#event(leaf)})`
          : signed(this.#visit(leaf), leaf),
      scope: (scope, inner) =>
        scope === 'visitor'
          ? this.#visitors(inner)
          : `session_hash in (select session_hash from events where ${planDays} and ${this.hits(inner)})`,
    })
  }

  /** Over single events, each of which is a page view or a goal. */
  hits(filter: Filter): string {
    const sql = writeFilter(filter, {
      leaf: (leaf) => {
        if (!isOfEvents(leaf)) throw new TypeError(`a hit has no ${leaf.dimension}`)
        // A goal, too, is reached on some page.
        return signed(
          leaf.dimension === 'page' ? this.#match('path', leaf) : this.#event(leaf),
          leaf,
        )
      },
      scope: (scope, inner) => {
        if (scope === 'visitor') throw new TypeError('a hit has no visitor within')
        return this.hits(inner)
      },
    })
    return `kind in ('pageview', 'goal') and (${sql})`
  }

  #visitors(filter: Filter): string {
    return writeFilter(filter, {
      leaf: (leaf) => {
        if (isOfEvents(leaf)) {
          return `visitor_hash ${isIn(leaf)} (select visitor_hash from events where ${range} and ${this.#event(leaf)})`
        }
        const before = this.columns.length
        const sql = this.#visit(leaf)
        const columns = this.columns.splice(before)
        return `visitor_hash ${isIn(leaf)} (select visitor_hash from ${sessionRowsSql(this.#days, columns)}
          where started_at >= fromUnixTimestamp64Milli({from:Int64}, 'UTC')
            and started_at < fromUnixTimestamp64Milli({to:Int64}, 'UTC') and ${sql})`
      },
      scope: (scope, inner) =>
        scope === 'visitor'
          ? this.#visitors(inner)
          : `visitor_hash in (select visitor_hash from events where ${range} and ${this.hits(inner)})`,
    })
  }

  /** Whether a visit's own attribute has one of the values. */
  #visit(leaf: Leaf): string {
    if (isOfEvents(leaf)) throw new TypeError(`a visit has no ${leaf.dimension}`)
    const { sql, columns } = sessionDimensions[leaf.dimension as keyof typeof sessionDimensions]
    this.columns.push(...columns)
    return this.#match(sql, leaf)
  }

  /** Whether an event has one of the values. */
  #event(leaf: Leaf): string {
    const { kind, sql, where } = eventDimensions[leaf.dimension as keyof typeof eventDimensions]
    const property = `${this.#prefix}${this.#leaves}_property`
    if (leaf.property !== undefined) this.params[property] = leaf.property
    return `(kind = '${kind}' and ${where(property)} and ${this.#match(sql(property), leaf)})`
  }

  #match(sql: string, leaf: Leaf): string {
    const found = anyValue(sql, leaf, `${this.#prefix}${this.#leaves++}`)
    Object.assign(this.params, found.params)
    return found.sql
  }
}

const isOfEvents = ({ dimension }: Leaf) => dimension in eventDimensions

const isIn = ({ operator }: Leaf) => (isNegative(operator) ? 'not in' : 'in')

const signed = (sql: string, { operator }: Leaf<string>) =>
  isNegative(operator) ? `not (${sql})` : sql
