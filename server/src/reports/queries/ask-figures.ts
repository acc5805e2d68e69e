import Type from 'typebox'
import { ask } from '../../store/events/define-query.ts'
import type { Engine } from '../../store/events/engine.ts'
import { EngineUnavailable, memoryExceeded } from '../../store/events/engine-errors.ts'
import { plainNumber } from '../../store/events/row-types.ts'
import type { SessionTableColumn } from '../../store/events/sessions/session-table.ts'
import { askTogether } from './ask-together.ts'
import type { SessionMeasure } from './session-measures.ts'

/** The measures of one group of visits or of single hits. */
export interface FigureRow {
  /** A value for each requested dimension, in that order. */
  keys: string[]
  measures: Partial<Record<SessionMeasure, number>>
}

/** Figures by keys, and in total. */
export interface Figures {
  rows: FigureRow[]
  /** Undefined when there are no rows at all. */
  total: FigureRow['measures'] | undefined
}

export const noFigures: Figures = { rows: [], total: undefined }

/** The most groups of one answer; a question with more is too fine. */
export const mostGroups = 100_000

/** A key to group by, and its text, which is computed once for each group. */
export interface KeySql {
  sql: string
  text: (key: string) => string
}

interface MeasureSql {
  name: SessionMeasure
  sql: string
  /** The measures by returning or new, where `returning` says which visitors have several visits. */
  byReturning?: string | undefined
  /** The measures of the total, if it is not made of the same rows. */
  ofTotal?: string
}

export interface FiguresQuestion {
  name: string
  keys: readonly KeySql[]
  measures: readonly MeasureSql[]
  /** The `from` clause with its conditions, for the columns that keys and measures need. */
  from: (columns: readonly SessionTableColumn[]) => string
  columns?: readonly SessionTableColumn[]
  /**
   * If a row is a visit: a subquery of the visitors with several of them, in brackets. It may contain too many,
   * never too few.
   */
  returning?: string | undefined
  params: Record<string, unknown>
}

/**
 * From this many sets of keys on, finding these first takes less time than counting distinct visitors in each set.
 */
const setsForReturning = 3

/**
 * Adds up rows by keys and in total, in one pass: the total is made of the groups. The panels of a page group the
 * same rows differently, so simultaneous questions share the pass. If there are more groups than allowed, one more
 * than that is returned.
 */
export async function askFigures(engine: Engine, question: FiguresQuestion): Promise<Figures> {
  const { name, from, params } = question
  const key = JSON.stringify([name, from([]), params])
  const { promise, resolve } = Promise.withResolvers<Figures | Error>()
  const wanted = { question, found: resolve }
  const all = askTogether(engine, { key, wanted }, (some) => askAll(engine, some))
  // Where statements follow each other, the first panels need not wait for the last.
  const figures = await Promise.race([promise, all.then(() => promise)])
  if (figures instanceof Error) throw figures
  return figures
}

/** A question, and what takes its figures. */
interface Wanted {
  question: FiguresQuestion
  found: (figures: Figures | Error) => void
}

/**
 * Asks for all in one pass or, where that needs too much memory, for one half after the other: at the same time, the
 * halves would need as much again. Where it takes too long, so would the halves.
 */
async function askAll(engine: Engine, all: readonly Wanted[]): Promise<void> {
  const questions = all.map(({ question }) => question)
  const figures = await askInOnePass(engine, questions).catch((error: Error) => error)
  if (!(figures instanceof Error)) {
    for (const { question, found } of all) found(figures.get(question) ?? noFigures)
    return
  }
  const lacksMemory = figures instanceof EngineUnavailable && figures.code === memoryExceeded
  if (!lacksMemory) throw figures
  const [first, ...others] = all
  if (first !== undefined && others.length === 0) {
    const { question, found } = first
    const isDivisible = question.keys.length > 0
    found(isDivisible ? await askInTwo(engine, question).catch((error: Error) => error) : figures)
    return
  }
  const half = Math.ceil(all.length / 2)
  await askAll(engine, all.slice(0, half))
  await askAll(engine, all.slice(half))
}

/**
 * Asks for the total and for the groups separately. Groups with their total are all held in memory; groups
 * alone are written to disk if there are too many. A hit that arrives between the two is only in the groups.
 */
async function askInTwo(engine: Engine, question: FiguresQuestion): Promise<Figures> {
  const ofAll = {
    ...question,
    keys: [],
    measures: question.measures.map(({ ofTotal, ...measure }) => ({
      ...measure,
      sql: ofTotal ?? measure.sql,
    })),
  }
  const ofGroups = { ...question, measures: question.measures.map(({ ofTotal, ...one }) => one) }
  const total = (await askInOnePass(engine, [ofAll])).get(ofAll)?.total
  const rows = (await askInOnePass(engine, [ofGroups], { hasTotal: false })).get(ofGroups)?.rows
  return rows === undefined || rows.length === 0 ? noFigures : { rows, total }
}

const figuresRow = Type.Object({
  keys: Type.Array(Type.String()),
  measures: Type.Array(plainNumber),
  level: plainNumber,
})

async function askInOnePass(
  engine: Engine,
  questions: readonly FiguresQuestion[],
  { hasTotal = true } = {},
): Promise<Map<FiguresQuestion, Figures>> {
  const [first] = questions
  if (first === undefined) return new Map()
  const allKeys = questions.flatMap(({ keys }) => keys)
  const keys = [...new Map(allKeys.map((key) => [key.sql, key])).values()]
  const names = keys.map((_, index) => `key${index}`)
  const groupings = new Map(
    questions.map((question) => {
      const own = keys.flatMap(({ sql }, at) =>
        question.keys.some((key) => key.sql === sql) ? [at] : [],
      )
      return [question, { own, level: levelOf(own, names.length) }] as const
    }),
  )
  const sets = new Map([...groupings.values()].map(({ own, level }) => [level, own]))
  const isReturningKnown = first.returning !== undefined && sets.size >= setsForReturning
  const measures = questions.flatMap((question) => question.measures)
  const sums = new Map(
    measures.flatMap(({ sql, byReturning = sql, ofTotal = sql }) => [
      [ofTotal, ofTotal] as const,
      [sql, isReturningKnown ? byReturning : sql] as const,
    ]),
  )
  // Grouped by columns as they are stored: computing their texts for each row costs more than everything else.
  const grouped = keys.map(({ sql }, at) => `${sql} as ${names[at]}, `).join('')
  const flag = isReturningKnown ? `visitor_hash in ${first.returning} as returning, ` : ''
  const texts = [...sets].map(
    ([level, own]) =>
      `level = ${level}, [${own.map((at) => keys[at]?.text(names[at] ?? '')).join(', ')}]::Array(String), `,
  )
  const columns = [...new Set(questions.flatMap(({ columns = [] }) => columns))]
  const sql = `
    select toFloat64(${names.length === 0 ? '0' : `grouping(${names.join(', ')})`}) as level,
      multiIf(${texts.join('')}[]) as keys,
      [${[...sums.values()].map((sum) => `toFloat64(${sum})`).join(', ')}]::Array(Float64) as measures
    from (select ${grouped}${flag} * from ${first.from(columns)})
    ${groupBy(names, hasTotal ? [...sets.values()] : undefined)}
    limit ${mostGroups + 1} by level`
  const { name, params } = first
  const found = await ask(engine, { name, sql, params, row: figuresRow })
  const byLevel = Map.groupBy(found, ({ level }) => level)
  const [total] = byLevel.get(levelOf([], names.length)) ?? []
  return new Map(
    questions.map((question) => {
      const { own = [], level } = groupings.get(question) ?? {}
      const rows = own.length === 0 ? [] : byLevel.get(level ?? 0)
      const places = question.keys.map(({ sql }) => own.findIndex((at) => keys[at]?.sql === sql))
      return [
        question,
        figuresOf(question, { rows: rows ?? [], total, places, sums: [...sums.keys()] }),
      ]
    }),
  )
}

/**
 * The engine's grouping number for some of the keys (by index): a bit for each key that is missing, the first key
 * being the highest.
 */
const levelOf = (own: readonly number[], keys: number): number =>
  own.reduce((level, at) => level - 2 ** (keys - 1 - at), 2 ** keys - 1)

/**
 * Groups by each set of the keys, and in total; without sets, only by all keys. Not with a rollup, even of one set: it
 * adds up the total of the groups in one thread, which takes up to ten times as long if there are many.
 */
function groupBy(names: readonly string[], sets?: readonly (readonly number[])[]): string {
  if (sets === undefined) return `group by ${names.join(', ')}`
  const own = sets.filter((set) => set.length > 0)
  if (own.length === 0) return ''
  const listed = own.map((set) => `(${set.map((at) => names[at]).join(', ')})`)
  return `group by grouping sets (${[...listed, '()'].join(', ')})`
}

interface FoundRow {
  keys: string[]
  measures: number[]
}

function figuresOf(
  { keys, measures }: FiguresQuestion,
  found: {
    rows: readonly FoundRow[]
    total: FoundRow | undefined
    places: readonly number[]
    sums: readonly string[]
  },
): Figures {
  // Of no rows at all there is no total, but a question without keys has one.
  const total = found.total ?? (keys.length === 0 ? { keys: [], measures: [] } : undefined)
  const { rows, places, sums } = found
  const named = (values: readonly number[], isTotal: boolean) =>
    Object.fromEntries(
      measures.map(({ name, sql, ofTotal = sql }) => [
        name,
        values[sums.indexOf(isTotal ? ofTotal : sql)] ?? 0,
      ]),
    )
  return {
    rows: rows.map((row) => ({
      keys: places.map((place) => row.keys[place] as string),
      measures: named(row.measures, false),
    })),
    total: total && named(total.measures, true),
  }
}
