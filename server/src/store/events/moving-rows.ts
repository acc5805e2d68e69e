import Type, { type Static } from 'typebox'
import type { Engine } from './engine.ts'
import { askOnce } from './remember-answers.ts'
import { plainNumber } from './row-types.ts'
import type { RowsPart } from './session-rows.ts'
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

type Row = Pick<Static<typeof row>, 'keys' | 'ids'>

/**
 * Adds up the rows that move. What is counted but once, such as a visitor, counts here only if no settled
 * row with the same keys has it. The panels of a page all use the same rows.
 */
export async function addMoving(
  engine: Engine,
  seen: string,
  shared: SharedRows,
): Promise<Figures[]> {
  const { name, from, params } = shared
  const list = (expressions: readonly string[], type: string) =>
    `[${expressions.join(', ')}]::Array(${type})`
  const columns = `toString(visitor_hash) as visitor, ${list(shared.keys, 'String')} as keys,
    ${list(shared.ids, 'String')} as ids`
  const moving = await askOnce(engine, seen, {
    name: `${name}-moving-rows`,
    sql: `select ${columns}, ${list(shared.sums.map(toFloat), 'Float64')} as sums ${from('moving')}`,
    params,
    row,
  })
  const settled = await settledRowsOf(engine, moving, {
    name: `${name}-settled-rows`,
    sql: (visitors) => `select distinct ${columns} ${from('settled', visitors)}`,
    params,
  })
  const keysOf = ({ keys }: Row) => shared.keyPlaces.map((place) => keys[place] ?? '')
  const counted = new Set<string>()
  const idsOf = (found: Row, keys: string) => found.ids.map((id, at) => `${at} ${id} ${keys}`)
  for (const found of settled) {
    for (const id of idsOf(found, keysOf(found).join('\0'))) counted.add(id)
  }
  const groups = new Map<string, Figures>()
  for (const found of moving) {
    const keys = keysOf(found)
    const joined = keys.join('\0')
    const group = groups.get(joined) ?? { keys, measures: shared.measures.map(() => 0) }
    groups.set(joined, group)
    const ids = idsOf(found, joined)
    for (const [at, measure] of shared.measures.entries()) {
      const more = 'sum' in measure ? (found.sums[measure.sum] ?? 0) : isNew(found, measure.id, ids)
      group.measures[at] = (group.measures[at] ?? 0) + more
    }
    for (const id of ids) counted.add(id)
  }
  return [...groups.values()]

  function isNew(found: Row, at: number, ids: readonly string[]): number {
    return Number(found.ids[at] !== '' && !counted.has(ids[at] ?? ''))
  }
}

const toFloat = (sql: string) => `toFloat64(${sql})`
