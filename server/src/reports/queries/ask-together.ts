import { keyedCoalesce } from '../../concurrency/coalesce.ts'
import type { Engine } from '../../store/events/engine.ts'

/** How long to gather the questions of a page, each of which is a separate request. */
const gatherMs = 12

interface Rounds {
  share: ReturnType<typeof keyedCoalesce>
  /** The requirements of the next reading's callers, by key. */
  wanted: Map<string, unknown[]>
}

const ofEngine = new WeakMap<Engine, Rounds>()

/**
 * Reads once for all callers that ask an engine about the same thing at the same time, which `key` identifies.
 * `read` receives the requirements of each, and all receive its result. See `keyedCoalesce`.
 */
export function askTogether<Wanted, Answer>(
  engine: Engine,
  { key, wanted }: { key: string; wanted: Wanted },
  read: (all: readonly Wanted[]) => Promise<Answer>,
): Promise<Answer> {
  const rounds = ofEngine.get(engine) ?? { share: keyedCoalesce(gatherMs), wanted: new Map() }
  ofEngine.set(engine, rounds)
  const waiting = (rounds.wanted.get(key) ?? []) as Wanted[]
  rounds.wanted.set(key, waiting)
  waiting.push(wanted)
  return rounds.share(key, () => {
    rounds.wanted.delete(key)
    return read(waiting)
  })
}
