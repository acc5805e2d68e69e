import type { Engine } from './engine.ts'

interface Rounds {
  running?: Promise<unknown> | undefined
  next?: Promise<unknown> | undefined
}

const roundsOf = new WeakMap<Engine, Map<string, Rounds>>()

/**
 * Reads once for all who ask for the same at the same time. A read begins after the call, never before it,
 * so everybody sees what was there when they asked: who comes while one is under way shares the next.
 */
export function askTogether<Answer>(
  engine: Engine,
  key: string,
  read: () => Promise<Answer>,
): Promise<Answer> {
  const all = roundsOf.get(engine) ?? new Map<string, Rounds>()
  roundsOf.set(engine, all)
  const rounds: Rounds = all.get(key) ?? {}
  all.set(key, rounds)
  rounds.next ??= runRound(rounds.running)
  return rounds.next as Promise<Answer>

  async function runRound(previous: Promise<unknown> | undefined): Promise<Answer> {
    // How the round before ended is for its own callers; who asks in this turn of the loop comes along.
    await previous?.catch(() => undefined)
    await new Promise((resolve) => setImmediate(resolve))
    rounds.running = rounds.next
    rounds.next = undefined
    try {
      return await read()
    } finally {
      rounds.running = undefined
      if (rounds.next === undefined) all.delete(key)
    }
  }
}
