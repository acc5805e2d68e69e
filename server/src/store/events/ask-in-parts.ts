import Type from 'typebox'
import type { Engine } from './engine.ts'
import { addMoving, type Figures, type SharedRows } from './moving-rows.ts'
import { askOnce } from './remember-answers.ts'
import { plainNumber } from './row-types.ts'
import {
  type DayPlan,
  movingVisitorsSql,
  type RowsPart,
  visitorsAreEverywhere,
} from './session-rows.ts'

/** Measures added up over rows by keys: of visits, page views or goals. */
export interface FiguresQuestion {
  name: string
  keys: readonly { sql: string; text: string }[]
  measures: readonly MeasureSql[]
  /**
   * `from … where …` of the rows of a part, `visitors` being a subquery of those to keep to. Parts must
   * not share a row, and the settled one must depend on nothing but the builds of the plan.
   */
  from: (part: RowsPart, visitors?: string) => string
  params: Record<string, unknown>
  /** Rows in which all that is asked for can be found, for other questions as well as this one. */
  shared?: SharedRows | undefined
}

/** Something that adds up over rows, or the number of different values of a column (where `if` holds). */
type MeasureSql = { name: string; sum: string } | { name: string; distinct: string; if?: string }

const figuresRow = Type.Object({
  keys: Type.Array(Type.String()),
  measures: Type.Array(plainNumber),
})

/** With more events in what is open, the engine adds up faster than it could hand over the rows. */
const mostReadAsRows = 60_000

/** The most groups one answer may have; beyond it the question is too fine. */
export const mostGroups = 100_000

/**
 * Adds up rows so that a new hit costs little: what is settled is worked out once and kept, and only what
 * is moving is added up each time. A visitor who is among both counts once: those who are moving are looked
 * up among the settled rows with the same keys, each of them once (`settled-rows.ts`). `canSplit` is false where settled rows are
 * told apart by more than their builds, such as by a filter that looks at events.
 */
export async function askInParts(
  engine: Engine,
  days: DayPlan,
  question: FiguresQuestion,
  canSplit: boolean,
): Promise<Figures[]> {
  if (!canSplit || days.builds.length === 0) {
    return [...(await askPart(engine, question, 'whole', days.seen))]
  }
  const [settled, moving] = await Promise.all([
    askPart(engine, question, 'settled', days.builds.join(' ')),
    question.shared !== undefined && days.openEvents <= mostReadAsRows
      ? addMoving(engine, days.seen, question.shared)
      : askPart(engine, question, 'moving', days.seen),
  ])
  const sums = new Map<string, Figures>()
  for (const { keys, measures } of [...settled, ...moving]) {
    const id = keys.join('\0')
    const known = sums.get(id)
    const added = known ? measures.map((value, at) => value + (known.measures[at] ?? 0)) : measures
    sums.set(id, { keys, measures: added })
  }
  return [...sums.values()]
}

function askPart(
  engine: Engine,
  question: FiguresQuestion,
  part: RowsPart,
  seen: string,
): Promise<readonly Figures[]> {
  const { name, keys, measures, from, params } = question
  const by = keys.map(({ sql }) => sql)
  const sums = measures.map((measure) => `toFloat64(${measureSql(question, measure, part)})`)
  const sql = `
    select [${keys.map(({ text }) => text).join(', ')}]::Array(String) as keys, [${sums.join(', ')}] as measures
    ${from(part)}
    ${groupBy(by)}
    limit ${mostGroups + 1}
    ${part === 'moving' ? visitorsAreEverywhere : ''}`
  const asked = { name: `${name}-${part}`, sql, params, row: figuresRow }
  return askOnce(engine, seen, asked, part === 'settled' ? 'settled' : 'moving')
}

function measureSql(question: FiguresQuestion, measure: MeasureSql, part: RowsPart): string {
  if ('sum' in measure) return measure.sum
  const { distinct, if: condition } = measure
  if (part !== 'moving') {
    return condition ? `uniqExactIf(${distinct}, ${condition})` : `uniqExact(${distinct})`
  }
  const andIf = condition ? ` and ${condition}` : ''
  const counted = [distinct, ...question.keys.map(({ sql }) => sql)].join(', ')
  return `uniqExactIf(${distinct}, (${counted}) not in (
    select ${counted} ${question.from('settled', movingVisitorsSql)}${andIf})${andIf})`
}

/** Grouping by the columns as they are stored: an array of texts made of them takes twice as long. */
function groupBy(keys: readonly string[]): string {
  return keys.length === 0 ? '' : `group by ${keys.join(', ')}`
}
