import { setTimeout as delay } from 'node:timers/promises'
import { mutex } from '../../../concurrency/mutex.ts'

/** ClickHouse's message if all statements and merges together needed too much, and not this statement by itself. */
const togetherTooMuch = /\(total\) memory limit exceeded/

/** Before each further try, the last one again and again. Merges that follow a burst of hits need seconds to give their memory back. */
const pausesMs = [0, 300, 1_000, 2_000]

type Attempt<T> = { answer: T } | { failure: Error }

/**
 * Runs reads. One that found too little memory, because other reads and merges had it, is retried, one at a time
 * with other such reads, before it fails. No try begins after `patienceMs`.
 */
export function shareMemory(): <T>(read: () => Promise<T>, patienceMs: number) => Promise<T> {
  const oneByOne = mutex()
  return async (read, patienceMs) => {
    const latestMs = performance.now() + patienceMs
    let last = await attempt(read)
    for (let tries = 0; 'failure' in last; tries++) {
      const { failure } = last
      const pauseMs = pausesMs[Math.min(tries, pausesMs.length - 1)] ?? 0
      if (performance.now() + pauseMs > latestMs) throw failure
      // Others may try meanwhile: a patient read must not delay an impatient one.
      await delay(pauseMs)
      last = await oneByOne(() =>
        performance.now() > latestMs ? Promise.resolve({ failure }) : attempt(read),
      )
    }
    return last.answer
  }
}

async function attempt<T>(read: () => Promise<T>): Promise<Attempt<T>> {
  try {
    return { answer: await read() }
  } catch (error) {
    if (error instanceof Error && togetherTooMuch.test(error.message)) return { failure: error }
    throw error
  }
}
