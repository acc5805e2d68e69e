import { type Mutex, mutex } from '../../../concurrency/mutex.ts'
import type { Engine } from '../engine.ts'

interface Turns {
  here: Mutex
  /** Work that waits for other nodes; inserts of this node need not wait for it. */
  waiting: Mutex
  /** Present if other nodes use the engine, too. */
  amongNodes: Mutex
}

const turnsOf = new WeakMap<object, Turns>()

function findTurns(engine: object): Turns {
  const turns: Turns = turnsOf.get(engine) ?? {
    here: mutex(),
    waiting: mutex(),
    amongNodes: (work) => work(),
  }
  turnsOf.set(engine, turns)
  return turns
}

/** Work during which this process rebuilds no sessions; inserts need not wait for it. */
export function withoutRebuilds<T>(engine: object, work: () => Promise<T>): Promise<T> {
  return findTurns(engine).waiting(work)
}

/** Makes `aloneInTurn` take turns with the other nodes of an engine, by a lock that they share. */
export function takeTurnsAmongNodes(engine: object, amongNodes: Mutex): void {
  findTurns(engine).amongNodes = amongNodes
}

/**
 * Makes inserts into `events` and rebuilds of `sessions` rows run one after the other. An insert adds to the second
 * table a moment after the first: rows rebuilt in between would count its events, and it would count them again.
 */
export function inTurn<T>(engine: Pick<Engine, 'insertLines'>, work: () => Promise<T>): Promise<T> {
  return findTurns(engine).here(work)
}

/**
 * `inTurn` for work that rebuilds rows of `sessions` or copies them, which only one node does at a time: two would
 * each add what both had removed, again and again, or one would bring back what the other had removed.
 */
export function aloneInTurn<T>(
  engine: Pick<Engine, 'insertLines'>,
  work: () => Promise<T>,
): Promise<T> {
  const { here, waiting, amongNodes } = findTurns(engine)
  return waiting(() => amongNodes(() => here(work)))
}
