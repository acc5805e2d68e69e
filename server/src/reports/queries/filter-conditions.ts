import {
  type PayerSessionColumn,
  payerSessionsSql,
  sessionTableSql,
} from '../../store/events/sessions/session-table.ts'
import { goalsSql, hadHit, hadServerGoal, hitsOfVisitsSql, serverGoalsSql } from './counted-hits.ts'
import {
  anyOfList,
  anyValue,
  type Bound,
  type Filter,
  isNegative,
  type Leaf,
  type PaymentFilter,
  writeFilter,
} from './filter.ts'
import { paymentDimensions } from './payment-words.ts'
import { isInRange } from './visit-scope.ts'
import { eventDimensions, sessionDimensions } from './vocabulary.ts'

/** A condition over session rows, the values it binds and the columns it needs. */
export interface Condition extends Bound {
  columns: PayerSessionColumn[]
}

/**
 * The visitors of the visits that a condition is about, to avoid reading all: a subquery of hashes, in brackets.
 */
interface Whose {
  /** Few visitors, whose hits alone are read. */
  visitors?: string
  /** People who paid, whose sessions are in a separate table. */
  payers?: string
}

/**
 * Filters as one condition on session rows. A page or goal filter asks whether the visit had it; within `visitor`
 * every filter applies to everything the visitor did in the range, within `hit` to one page view or goal. Binds the
 * values of `scopeParams`.
 */
export function filterCondition(filters: readonly Filter[], whose: Whose = {}): Condition {
  const writer = new ConditionWriter('filter', whose)
  const sql = writer.visits({ join: 'and', filters })
  return { sql, params: writer.params, columns: writer.columns }
}

/** Filters of single page views and goals as a condition over events. */
export function hitCondition(filters: readonly Filter[]): Bound {
  const writer = new ConditionWriter('hit')
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

/** Combines the parts of one condition and gives each of its values a unique name. */
class ConditionWriter {
  readonly params: Record<string, unknown> = {}
  readonly columns: PayerSessionColumn[] = []
  readonly #prefix: string
  readonly #hitsOf: string
  readonly #payers: string | undefined
  #leaves = 0

  constructor(prefix: string, { visitors, payers }: Whose = {}) {
    this.#prefix = prefix
    this.#payers = payers
    this.#hitsOf = visitors === undefined ? '' : `visitor_hash in ${visitors} and`
  }

  visits(filter: Filter): string {
    return writeFilter(filter, {
      leaf: (leaf) => signed(this.#ofVisit(leaf), leaf),
      scope: (scope, inner) =>
        scope === 'visitor' ? this.#visitors(inner) : this.#hadHit(this.hits(inner)),
    })
  }

  /** Over single events, each of which is a page view or a goal. */
  hits(filter: Filter): string {
    const sql = writeFilter(filter, {
      leaf: (leaf) => {
        if (!isOfEvents(leaf)) throw new TypeError(`a hit has no ${leaf.dimension}`)
        // A goal, too, is reached on some page.
        return signed(
          leaf.dimension === 'page' ? this.#match('path', leaf) : this.#goal(leaf),
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
      leaf: (leaf) =>
        `visitor_hash ${isNegative(leaf.operator) ? 'not in' : 'in'} ${this.#did(leaf)}`,
      scope: (scope, inner) => {
        if (scope === 'visitor') return this.#visitors(inner)
        const where = this.hits(inner)
        return `visitor_hash in (
          select visitor_hash from ${hitsOfVisitsSql(['pageview', 'goal'], { where })}
          union all
          select visitor_hash from ${serverGoalsSql({ where }, { onlyOfVisits: false })})`
      },
    })
  }

  /** A subquery of the visitors whose activity in the range matches a leaf. */
  #did(leaf: Leaf): string {
    if (leaf.dimension === 'goal' || leaf.dimension === 'property') {
      const goals = goalsSql({ where: this.#goal(leaf) }, { onlyOfVisits: false })
      return `(select visitor_hash from ${goals})`
    }
    const before = this.columns.length
    const sql = this.#ofVisit(leaf)
    const columns = this.columns.splice(before)
    const sessions =
      this.#payers === undefined
        ? sessionTableSql(columns)
        : payerSessionsSql(columns, this.#payers)
    return `(select visitor_hash from ${sessions} where ${isInRange('started_at')} and ${sql})`
  }

  /** Whether a visit has one of the values, ignoring `not`. */
  #ofVisit(leaf: Leaf): string {
    const { dimension } = leaf
    if (dimension === 'page') {
      this.columns.push('page_paths')
      return this.#anyOf('page_paths', leaf)
    }
    if (dimension === 'goal') {
      this.columns.push('reached_goals')
      const own = this.#anyOf('reached_goals', leaf)
      this.columns.push('session_day')
      return `(${own} or ${hadServerGoal(`${this.#hitsOf} ${this.#goal(leaf)}`)})`
    }
    if (dimension === 'property') {
      return this.#hadHit(this.#goal(leaf))
    }
    const { sql, columns } = sessionDimensions[dimension]
    this.columns.push(...columns)
    return this.#match(sql, leaf)
  }

  #hadHit(where: string): string {
    this.columns.push('session_day')
    return hadHit(`${this.#hitsOf} ${where}`)
  }

  /** Whether a goal has one of the values. */
  #goal(leaf: Leaf): string {
    const { sql, where } = eventDimensions[leaf.dimension === 'goal' ? 'goal' : 'property']
    const property = `${this.#prefix}${this.#leaves}_property`
    if (leaf.property !== undefined) this.params[property] = leaf.property
    return `(kind = 'goal' and ${where(property)} and ${this.#match(sql(property), leaf)})`
  }

  #anyOf(list: string, leaf: Leaf): string {
    const found = anyOfList(list, leaf, `${this.#prefix}${this.#leaves++}`)
    Object.assign(this.params, found.params)
    return found.sql
  }

  #match(sql: string, leaf: Leaf): string {
    const found = anyValue(sql, leaf, `${this.#prefix}${this.#leaves++}`)
    Object.assign(this.params, found.params)
    return found.sql
  }
}

const isOfEvents = ({ dimension }: Leaf) => dimension in eventDimensions

const signed = (sql: string, { operator }: Leaf<string>) =>
  isNegative(operator) ? `not (${sql})` : sql
