import { allAborted, cancellation } from '../../answers/cancellation.ts'
import { keyedCoalesce } from '../../concurrency/coalesce.ts'
import type { Engine } from '../../store/events/engine.ts'

/** How long to gather the questions of a page, each of which is a separate request. */
const gatherMs = 12

interface Caller<Wanted> {
  wanted: Wanted
  signal: AbortSignal | undefined
}

interface Rounds {
  share: ReturnType<typeof keyedCoalesce>
  /** The callers of the next reading, by key. */
  callers: Map<string, Caller<unknown>[]>
}

const ofEngine = new WeakMap<Engine, Rounds>()

/**
 * Reads once for all callers that ask an engine about the same thing at the same time, which `key` identifies.
 * `read` receives the requirements of each, and all receive its result. It is cancelled when the work of all of them is.
 * See `keyedCoalesce`.
 */
export function askTogether<Wanted, Answer>(
  engine: Engine,
  { key, wanted }: { key: string; wanted: Wanted },
  read: (all: readonly Wanted[]) => Promise<Answer>,
): Promise<Answer> {
  const rounds = ofEngine.get(engine) ?? { share: keyedCoalesce(gatherMs), callers: new Map() }
  ofEngine.set(engine, rounds)
  const callers = (rounds.callers.get(key) ?? []) as Caller<Wanted>[]
  rounds.callers.set(key, callers)
  callers.push({ wanted, signal: cancellation.getStore() })
  return rounds.share(key, () => {
    rounds.callers.delete(key)
    const signal = allAborted(callers.map((one) => one.signal))
    return cancellation.run(signal, () => read(callers.map((one) => one.wanted)))
  })
}
