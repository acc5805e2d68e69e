import { createHash } from 'node:crypto'
import type { StaticDecode, TSchema } from 'typebox'
import { ask, type ComposedQuestion } from './define-query.ts'
import type { Engine } from './engine.ts'
import { SharedMemory, siteOf } from './share-memory.ts'

/**
 * Bytes kept for all sites together, divided among them by `share-memory.ts`, and of one answer. What the next
 * hit makes another has a place of its own: of busy sites it would drive out what is settled and dear within seconds.
 */
const mostBytes = { settled: 256_000_000, moving: 64_000_000 } as const
const mostBytesOfOne = 128_000_000
/** What is settled stays true until midnight; what is not is forgotten for want of room long before. */
const keptMs = 30 * 60_000

/** Whether an answer is another one after the next hit, or only when what it is of was built anew or paid. */
export type Lasting = keyof typeof mostBytes

type Answers = SharedMemory<readonly unknown[]>

interface Memory extends Record<Lasting, Answers> {
  running: Map<string, Promise<readonly unknown[]>>
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
  lasting: Lasting = 'moving',
): Promise<readonly StaticDecode<Row>[]> {
  const { running, [lasting]: answers } = memoryOf(engine)
  const key = keyOf(question, seen)
  // Careful: an `await` of nothing would let two who ask at once both find nothing under way.
  const known = answers.get(siteOf(question.params), key) ?? running.get(key)
  if (known !== undefined) return (await known) as StaticDecode<Row>[]
  const run = ask(engine, question)
  running.set(key, run)
  try {
    const rows = await run
    answers.set(siteOf(question.params), key, rows)
    return rows
  } finally {
    running.delete(key)
  }
}

function keyOf({ name, sql, params }: ComposedQuestion<TSchema>, seen = ''): string {
  return createHash('sha256')
    .update(JSON.stringify([name, sql, params, seen]))
    .digest('base64')
}

function memoryOf(engine: Engine): Memory {
  const known = memories.get(engine)
  if (known !== undefined) return known
  const answers = (lasting: Lasting): Answers =>
    new SharedMemory({
      most: mostBytes[lasting],
      mostOfOne: mostBytesOfOne,
      sizeOf: bytesOf,
      keptMs,
    })
  const fresh: Memory = {
    settled: answers('settled'),
    moving: answers('moving'),
    running: new Map(),
  }
  memories.set(engine, fresh)
  return fresh
}

/** About what rows take in memory, from one in a hundred: some 2.5 times their text as JSON. */
function bytesOf(rows: readonly unknown[]): number {
  let characters = 0
  let looked = 0
  for (let at = 0; at < rows.length; at += 100) {
    characters += JSON.stringify(rows[at]).length
    looked += 1
  }
  return 500 + (looked === 0 ? 0 : Math.round((2.5 * characters * rows.length) / looked))
}

const texts = new WeakMap<object, string>()
let answersNamed = 0

/** A short text for a remembered answer: while it is remembered, the same one for the same question. */
export function textOf(answer: readonly unknown[]): string {
  const text = texts.get(answer) ?? `answer-${++answersNamed}`
  texts.set(answer, text)
  return text
}
