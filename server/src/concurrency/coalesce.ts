import { setTimeout as delay } from 'node:timers/promises'

interface Rounds {
  running?: Promise<unknown>
  next?: Promise<unknown> | undefined
}

/**
 * Shares work between callers, by key. Each gets the result of a run that began after its call, so the run has seen
 * everything the caller did before: calls in the same turn of the event loop share one, and those that arrive during
 * a run all share the next. A failed run only rejects for its own callers. With `gatherMs`, a run waits that long
 * for more callers.
 */
export function keyedCoalesce(
  gatherMs = 0,
): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const all = new Map<string, Rounds>()
  return <T>(key: string, work: () => Promise<T>) => {
    const rounds: Rounds = all.get(key) ?? {}
    all.set(key, rounds)
    rounds.next ??= run(rounds.running)
    return rounds.next as Promise<T>

    async function run(previous: Promise<unknown> | undefined): Promise<T> {
      await previous?.catch(() => undefined)
      await (gatherMs === 0 ? new Promise((resolve) => setImmediate(resolve)) : delay(gatherMs))
      const current = rounds.next as Promise<unknown>
      rounds.running = current
      rounds.next = undefined
      try {
        return await work()
      } finally {
        // The next run, if one was requested meanwhile, waits for this one and keeps the entry.
        if (rounds.next === undefined) all.delete(key)
      }
    }
  }
}

/** `keyedCoalesce` for one kind of work. */
export function coalesce<T>(work: () => Promise<T>): () => Promise<T> {
  const share = keyedCoalesce()
  return () => share('', work)
}
