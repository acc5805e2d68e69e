import Type, { type Static } from 'typebox'
import type { Engine } from './engine.ts'
import { askOnce } from './remember-answers.ts'
import { plainNumber } from './row-types.ts'
import { type DayPlan, movingVisitorsSql, type RowsPart } from './session-rows.ts'
import { settledRowsOf } from './settled-rows.ts'

/** Values of the keys, and of the measures in the order they were asked for. */
export interface Figures {
  keys: string[]
  measures: number[]
}

/** Rows as many questions can use them, and where one question finds what it asked for. */
export interface SharedRows {
  name: string
  /** `from … where …` as of a `FiguresQuestion`, with the columns of everything that is shared. */
  from: (part: RowsPart, visitors?: string) => string
  params: Record<string, unknown>
  /** Expressions over one row: its keys as text, whom or what it counts as text (`''` for nothing), what is summed. */
  keys: readonly string[]
  ids: readonly string[]
  sums: readonly string[]
  /** Of the question: places of its keys, and of its measures in the order they are answered. */
  keyPlaces: readonly number[]
  measures: readonly ({ sum: number } | { id: number })[]
}

const row = Type.Object({
  visitor: Type.String(),
  keys: Type.Array(Type.String()),
  ids: Type.Array(Type.String()),
  sums: Type.Array(plainNumber),
})

type Row = Static<typeof row>

/**
 * Adds up the rows that move. What is counted but once, such as a visitor, counts here only if no settled
 * row with the same keys has it. Rows whose place they take are taken away. After the
 * measures stands how many rows there are. The panels of a page all use the same rows.
 */
export async function addMoving(
  engine: Engine,
  days: DayPlan,
  { shared, replaces }: { shared: SharedRows; replaces: boolean },
): Promise<Figures[]> {
  const { name, from, params } = shared
  const list = (expressions: readonly string[], type: string) =>
    `[${expressions.join(', ')}]::Array(${type})`
  const columns = `toString(visitor_hash) as visitor, ${list(shared.keys, 'String')} as keys,
    ${list(shared.ids, 'String')} as ids`
  const rowsOf = (part: RowsPart) =>
    askOnce(engine, days.seen, {
      name: `${name}-${part}-rows`,
      sql: `select ${columns}, ${list(shared.sums.map(toFloat), 'Float64')} as sums ${from(part)}`,
      params,
      row,
    })
  const [moving, outdated] = await Promise.all([
    rowsOf('moving'),
    replaces ? rowsOf('outdated') : [],
  ])
  const built = await settledRowsOf(engine, moving, {
    name: `${name}-settled-rows`,
    sql: (visitors) => `select distinct ${columns} ${from('built', visitors)}`,
    everybody: movingVisitorsSql(days),
    params,
  })
  const late = new Set(outdated.map(({ visitor }) => visitor))
  const settled = late.size === 0 ? built : built.filter(({ visitor }) => !late.has(visitor))
  const groups = new Map<string, Figures>()
  addRows(shared, groups, { rows: outdated, settled: [], sign: -1 })
  addRows(shared, groups, { rows: moving, settled, sign: 1 })
  return [...groups.values()]
}

interface Added {
  rows: readonly Row[]
  /** Whatever these have is counted already. */
  settled: readonly Pick<Row, 'keys' | 'ids'>[]
  sign: 1 | -1
}

function addRows(
  { keyPlaces, measures }: SharedRows,
  groups: Map<string, Figures>,
  { rows, settled, sign }: Added,
): void {
  const keysOf = ({ keys }: Pick<Row, 'keys'>) => keyPlaces.map((place) => keys[place] ?? '')
  const counted = new Set<string>()
  const idsOf = ({ ids }: Pick<Row, 'ids'>, keys: string) =>
    ids.map((id, at) => `${at} ${id} ${keys}`)
  for (const found of settled) {
    for (const id of idsOf(found, keysOf(found).join('\0'))) counted.add(id)
  }
  for (const found of rows) {
    const keys = keysOf(found)
    const joined = keys.join('\0')
    const group = groups.get(joined) ?? { keys, measures: [...measures.map(() => 0), 0] }
    groups.set(joined, group)
    const ids = idsOf(found, joined)
    const isNew = (at: number) => Number(found.ids[at] !== '' && !counted.has(ids[at] ?? ''))
    for (const [at, measure] of measures.entries()) {
      const more = 'sum' in measure ? (found.sums[measure.sum] ?? 0) : isNew(measure.id)
      group.measures[at] = (group.measures[at] ?? 0) + sign * more
    }
    group.measures[measures.length] = (group.measures[measures.length] ?? 0) + sign
    for (const id of ids) counted.add(id)
  }
}

const toFloat = (sql: string) => `toFloat64(${sql})`
