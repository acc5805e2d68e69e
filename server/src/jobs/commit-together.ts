import type { Kysely } from 'kysely'
import type { ControlStore } from '../store/control/control-store.ts'
import type { Database } from '../store/control/tables.ts'

type Work<T> = (db: Kysely<Database>) => Promise<T>

interface Waiting {
  work: Work<unknown>
  resolve: (value: unknown) => void
  reject: (error: unknown) => void
}

/**
 * Has small writes that come while another is on its way to the disk share the next commit, and so its
 * sync. They succeed or fail together, and each may be run more than once.
 */
export function commitTogether(
  control: Pick<ControlStore, 'transaction'>,
): <T>(work: Work<T>) => Promise<T> {
  let waiting: Waiting[] = []
  let isRunning = false

  async function run(): Promise<void> {
    while (waiting.length > 0) {
      const group = waiting
      waiting = []
      try {
        const answers = await control.transaction(async (db) => {
          const all: unknown[] = []
          for (const { work } of group) all.push(await work(db))
          return all
        })
        for (const [index, { resolve }] of group.entries()) resolve(answers[index])
      } catch (error) {
        for (const { reject } of group) reject(error)
      }
    }
    isRunning = false
  }

  return <T>(work: Work<T>) =>
    new Promise<T>((resolve, reject) => {
      waiting.push({ work, resolve: (value) => resolve(value as T), reject })
      if (isRunning) return
      isRunning = true
      // Not at once: what is asked for in the same turn belongs in the first commit.
      setImmediate(() => void run())
    })
}
