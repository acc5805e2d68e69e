import Type from 'typebox'
import type { Engine } from './engine.ts'
import { addMoving, type Figures, type SharedRows } from './moving-rows.ts'
import { askOnce } from './remember-answers.ts'
import { plainNumber } from './row-types.ts'
import {
  type DayPlan,
  isMoving,
  movingVisitorsSql,
  paramsOfBuilt,
  type RowsPart,
  visitorsAreEverywhere,
} from './session-rows.ts'

/** Measures added up over rows by keys: of visits, page views or goals. */
export interface FiguresQuestion {
  name: string
  keys: readonly { sql: string; text: string }[]
  measures: readonly MeasureSql[]
  /**
   * `from … where …` of the rows of a part, `visitors` being a subquery of those to keep to. What is
   * settled and what moves must not share a row, and the built ones must depend on nothing but the builds of the plan.
   */
  from: (part: RowsPart, visitors?: string) => string
  /** Whether what moves takes the place of `outdated` rows. */
  replaces: boolean
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
  const isLate = question.replaces && days.lateDays.length > 0
  // Visitors who are looked for twice may be others the second time.
  const isLong = isLate && days.lateVisitors === undefined
  if (!canSplit || isLong || days.builds.length === 0) {
    return withRows(await askPart(engine, days, question, 'whole'))
  }
  if (!isMoving(days)) return withRows(await askPart(engine, days, question, 'built'))
  const readsRows = question.shared !== undefined && days.openEvents <= mostReadAsRows
  const [built, outdated, moving] = await Promise.all([
    askPart(engine, days, question, 'built'),
    isLate && !readsRows ? askPart(engine, days, question, 'outdated') : [],
    readsRows && question.shared !== undefined
      ? addMoving(engine, days, { shared: question.shared, replaces: isLate })
      : askPart(engine, days, question, 'moving'),
  ])
  const sums = new Map<string, Figures>()
  const add = (figures: readonly Figures[], sign: 1 | -1) => {
    for (const { keys, measures } of figures) {
      const id = keys.join('\0')
      const known = sums.get(id)?.measures
      sums.set(id, {
        keys,
        measures: measures.map((value, at) => (known?.[at] ?? 0) + sign * value),
      })
    }
  }
  add(built, 1)
  add(outdated, -1)
  add(moving, 1)
  return withRows([...sums.values()])
}

/** Without the number of rows, which stands last, and without groups of none: all of theirs were taken away. */
function withRows(figures: readonly Figures[]): Figures[] {
  return figures
    .filter(({ keys, measures }) => keys.length === 0 || measures.at(-1) !== 0)
    .map(({ keys, measures }) => ({ keys, measures: measures.slice(0, -1) }))
}

function askPart(
  engine: Engine,
  days: DayPlan,
  question: FiguresQuestion,
  part: RowsPart,
): Promise<readonly Figures[]> {
  const { name, keys, measures, from, params } = question
  const by = keys.map(({ sql }) => sql)
  const asked = [
    ...measures.map((measure) => measureSql(days, question, { measure, part })),
    'count()',
  ]
  const sums = asked.map((sql) => `toFloat64(${sql})`)
  const sql = `
    select [${keys.map(({ text }) => text).join(', ')}]::Array(String) as keys, [${sums.join(', ')}] as measures
    ${from(part)}
    ${groupBy(by)}
    limit ${mostGroups + 1}
    ${part === 'moving' || part === 'outdated' ? visitorsAreEverywhere : ''}`
  const isBuilt = part === 'built'
  const bound = isBuilt ? paramsOfBuilt(params) : params
  return askOnce(
    engine,
    isBuilt ? days.builds.join(' ') : days.seen,
    { name: `${name}-${part}`, sql, params: bound, row: figuresRow },
    isBuilt ? 'settled' : 'moving',
  )
}

function measureSql(
  days: DayPlan,
  question: FiguresQuestion,
  { measure, part }: { measure: MeasureSql; part: RowsPart },
): string {
  if ('sum' in measure) return measure.sum
  const { distinct, if: condition } = measure
  if (part !== 'moving') {
    return condition ? `uniqExactIf(${distinct}, ${condition})` : `uniqExact(${distinct})`
  }
  const andIf = condition ? ` and ${condition}` : ''
  const counted = [distinct, ...question.keys.map(({ sql }) => sql)].join(', ')
  return `uniqExactIf(${distinct}, (${counted}) not in (
    select ${counted} ${question.from('settled', movingVisitorsSql(days))}${andIf})${andIf})`
}

/** Grouping by the columns as they are stored: an array of texts made of them takes twice as long. */
function groupBy(keys: readonly string[]): string {
  return keys.length === 0 ? '' : `group by ${keys.join(', ')}`
}
