import { setTimeout as delay } from 'node:timers/promises'
import { mutex } from '../../../concurrency/mutex.ts'

/** How ClickHouse says that all statements and merges together needed too much, and not this statement by itself. */
const togetherTooMuch = /\(total\) memory limit exceeded/

/** Before each further try. Merges that follow a burst of hits need seconds to give their memory back. */
const pausesMs = [0, 300, 1_000, 2_000]
/** Later, the client is about to give up. */
const latestTryMs = 8_000

/**
 * Runs reads. One that found too little memory, because other reads and merges had it, is tried again, with other
 * such reads one after the other, before it fails.
 */
export function shareMemory(): <T>(read: () => Promise<T>) => Promise<T> {
  const oneByOne = mutex()
  return async (read) => {
    const begunMs = performance.now()
    const tryAgain = async (pauses: readonly number[]) => {
      const [pauseMs = 0, ...later] = pauses
      await delay(pauseMs)
      try {
        return await read()
      } catch (error) {
        const isLast = later.length === 0 || performance.now() - begunMs > latestTryMs
        if (isLast || !isTogetherTooMuch(error)) throw error
        return tryAgain(later)
      }
    }
    try {
      return await read()
    } catch (error) {
      if (!isTogetherTooMuch(error)) throw error
      return oneByOne(() => tryAgain(pausesMs))
    }
  }
}

const isTogetherTooMuch = (error: unknown) =>
  error instanceof Error && togetherTooMuch.test(error.message)
