import type { Engine } from '../engine.ts'

const last = new WeakMap<object, Promise<unknown>>()

/**
 * Lets inserts into `events` and whatever makes rows of `sessions` anew come one after the other. An insert adds
 * to the second table a moment after the first: rows made in between would count its events, and it again.
 */
export function inTurn<T>(engine: Pick<Engine, 'insertLines'>, work: () => Promise<T>): Promise<T> {
  const before = last.get(engine) ?? Promise.resolve()
  const done = before.then(work, work)
  last.set(engine, done)
  return done
}
