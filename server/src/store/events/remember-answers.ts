import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { StaticDecode, TSchema } from 'typebox'
import { ask, type ComposedQuestion } from './define-query.ts'
import type { Engine } from './engine.ts'

/** Rows kept for all sites together, and of one answer; a row is some 200 bytes. */
const mostRows = 400_000
const mostRowsOfOne = 150_000
/** What is settled stays true until midnight; what is not is forgotten for want of room long before. */
const keptMs = 30 * 60_000

interface Memory {
  answers: LRUCache<string, unknown[]>
  running: Map<string, Promise<unknown[]>>
}

const memories = new WeakMap<Engine, Memory>()

/**
 * Asks like `ask`, but a question that is under way or was just answered is not worked out again. That
 * is exact as long as `seen` names all that the answer depends on beside the question itself: events are
 * never changed, so the number of each day's events is enough. Callers must not change the rows.
 */
export async function askOnce<Row extends TSchema>(
  engine: Engine,
  seen: string,
  question: ComposedQuestion<Row>,
): Promise<readonly StaticDecode<Row>[]> {
  const { answers, running } = memoryOf(engine)
  const key = createHash('sha256')
    .update(JSON.stringify([question.name, question.sql, question.params, seen]))
    .digest('base64')
  // Careful: an `await` of nothing would let two who ask at once both find nothing under way.
  const known = answers.get(key) ?? running.get(key)
  if (known !== undefined) return (await known) as StaticDecode<Row>[]
  const run = ask(engine, question)
  running.set(key, run)
  try {
    const rows = await run
    if (rows.length <= mostRowsOfOne) answers.set(key, rows)
    return rows
  } finally {
    running.delete(key)
  }
}

function memoryOf(engine: Engine): Memory {
  const known = memories.get(engine)
  if (known !== undefined) return known
  const fresh: Memory = {
    answers: new LRUCache({
      maxSize: mostRows,
      sizeCalculation: (rows) => rows.length + 1,
      ttl: keptMs,
    }),
    running: new Map(),
  }
  memories.set(engine, fresh)
  return fresh
}

const texts = new WeakMap<object, string>()
let answersNamed = 0

/** A short text for a remembered answer: while it is remembered, the same one for the same question. */
export function textOf(answer: readonly unknown[]): string {
  const text = texts.get(answer) ?? `answer-${++answersNamed}`
  texts.set(answer, text)
  return text
}
