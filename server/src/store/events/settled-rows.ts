import Type, { type Static } from 'typebox'
import { ask } from './define-query.ts'
import type { Engine } from './engine.ts'
import { paramsOfBuilt, visitorsAreEverywhere } from './session-rows.ts'
import { SharedMemory, siteOf } from './share-memory.ts'

const row = Type.Object({
  visitor: Type.String(),
  keys: Type.Array(Type.String()),
  ids: Type.Array(Type.String()),
})

/** What a visitor was counted by before anything moved. */
export type SettledRow = Static<typeof row>

interface Wanted {
  name: string
  /** The question for some visitors, a subquery or a list of their hashes. */
  sql: (visitors: string) => string
  /** A subquery of all who move, for when they are too many to list. */
  everybody: string
  /** With the builds, which are all that settled rows hang on. */
  params: Record<string, unknown>
}

/** Visitors kept for all questions together; one with what is known of her is some 200 bytes. */
const mostVisitors = 500_000
const keptMs = 30 * 60_000
/** So few are found by an index; of more, it costs more than it saves (`visitorsAreEverywhere`). */
const mostByIndex = 200
/** So many are listed; more are found again by what moves. */
const mostListed = 5_000

type Known = Map<string, readonly SettledRow[]>

const knownOf = new WeakMap<Engine, SharedMemory<Known>>()
const lookUps = new WeakMap<object, Promise<SettledRow[]>>()

/**
 * The settled rows of everybody who moves. Whoever was looked up is remembered until something is built: a hit brings
 * one visitor, not all those of today once more. All who ask with the same array of rows ask for the same,
 * and share one look.
 */
export function settledRowsOf(
  engine: Engine,
  moving: readonly { visitor: string }[],
  wanted: Wanted,
): Promise<SettledRow[]> {
  const running = lookUps.get(moving)
  if (running !== undefined) return running
  const key = JSON.stringify([wanted.sql(''), paramsOfBuilt(wanted.params)])
  const questions = memoryOf(engine)
  const site = siteOf(wanted.params)
  const remembered: Known = questions.get(site, key) ?? new Map()
  const run = lookUp(engine, moving, wanted, remembered).finally(() =>
    questions.set(site, key, remembered),
  )
  lookUps.set(moving, run)
  // What failed is tried again by the next who asks.
  run.catch(() => lookUps.delete(moving))
  return run
}

async function lookUp(
  engine: Engine,
  moving: readonly { visitor: string }[],
  wanted: Wanted,
  known: Known,
): Promise<SettledRow[]> {
  const visitors = [...new Set(moving.map(({ visitor }) => visitor))]
  const unknown = visitors.filter((visitor) => !known.has(visitor))
  if (unknown.length > 0) {
    const rows = await ask(engine, { name: wanted.name, ...asked(wanted, unknown), row })
    const found = Map.groupBy(rows, ({ visitor }) => visitor)
    for (const visitor of unknown) known.set(visitor, found.get(visitor) ?? [])
  }
  return visitors.flatMap((visitor) => known.get(visitor) ?? [])
}

function asked({ sql, params, everybody }: Wanted, visitors: readonly string[]) {
  if (visitors.length > mostListed) {
    return { sql: `${sql(everybody)} ${visitorsAreEverywhere}`, params }
  }
  const list = '{movingVisitors:Array(UInt64)}'
  return {
    sql:
      visitors.length <= mostByIndex
        ? sql(list)
        : `${sql(`(select arrayJoin(${list}))`)} ${visitorsAreEverywhere}`,
    // As numbers: a list of texts is bound with quotes.
    params: { ...params, movingVisitors: visitors.map(BigInt) },
  }
}

function memoryOf(engine: Engine): SharedMemory<Known> {
  const questions =
    knownOf.get(engine) ??
    new SharedMemory<Known>({
      most: mostVisitors,
      mostOfOne: mostVisitors,
      sizeOf: ({ size }) => size + 1,
      keptMs,
    })
  knownOf.set(engine, questions)
  return questions
}
