import { keyedCoalesce } from '../../concurrency/coalesce.ts'
import type { Engine } from '../../store/events/engine.ts'

/** The questions of a page come one after the other, each in a request of its own. */
const gatherMs = 12

interface Rounds {
  share: ReturnType<typeof keyedCoalesce>
  /** What the callers of the next reading want, by key. */
  wanted: Map<string, unknown[]>
}

const ofEngine = new WeakMap<Engine, Rounds>()

/**
 * Reads once for all who ask an engine about the same thing at the same time, which `key` names. `read` receives what
 * each of them wants, and all receive its answer. See `keyedCoalesce`.
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
