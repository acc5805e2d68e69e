import { type Mutex, mutex } from '../../../concurrency/mutex.ts'
import type { Engine } from '../engine.ts'

const mutexOf = new WeakMap<object, Mutex>()

/**
 * Lets inserts into `events` and whatever makes rows of `sessions` anew come one after the other. An insert adds
 * to the second table a moment after the first: rows made in between would count its events, and it again.
 */
export function inTurn<T>(engine: Pick<Engine, 'insertLines'>, work: () => Promise<T>): Promise<T> {
  const ofEngine = mutexOf.get(engine) ?? mutex()
  mutexOf.set(engine, ofEngine)
  return ofEngine(work)
}
