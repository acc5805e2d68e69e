import { setTimeout as delay } from 'node:timers/promises'
import { mutex } from '../../../concurrency/mutex.ts'

/** How ClickHouse says that all statements and merges together needed too much, and not this statement by itself. */
const togetherTooMuch = /\(total\) memory limit exceeded/

/** Before each further try. Merges that follow a burst of hits need seconds to give their memory back. */
const pausesMs = [0, 300, 1_000, 2_000]
/** No try begins later, also where others were to be waited for: the client is about to give up. */
const patienceMs = 8_000

/**
 * Runs reads. One that found too little memory, because other reads and merges had it, is tried again, with other
 * such reads one after the other, before it fails.
 */
export function shareMemory(): <T>(read: () => Promise<T>) => Promise<T> {
  const oneByOne = mutex()
  return async (read) => {
    const latestMs = performance.now() + patienceMs
    try {
      return await read()
    } catch (error) {
      if (!isTogetherTooMuch(error)) throw error
      return oneByOne(() => readAgain(read, { failure: error, latestMs }))
    }
  }
}

async function readAgain<T>(
  read: () => Promise<T>,
  { failure, latestMs }: { failure: Error; latestMs: number },
): Promise<T> {
  for (const pauseMs of pausesMs) {
    if (performance.now() + pauseMs > latestMs) break
    await delay(pauseMs)
    try {
      return await read()
    } catch (error) {
      if (!isTogetherTooMuch(error)) throw error
    }
  }
  throw failure
}

const isTogetherTooMuch = (error: unknown): error is Error =>
  error instanceof Error && togetherTooMuch.test(error.message)
