import type { Kysely } from 'kysely'
import { batch } from '../concurrency/batch.ts'
import type { ControlStore } from '../store/control/control-store.ts'
import type { Database } from '../store/control/tables.ts'

type Work<T> = (db: Kysely<Database>) => Promise<T>

/**
 * Lets small writes that arrive while another is being committed share the next commit, and so its sync. They
 * succeed or fail together, and each may be run more than once.
 */
export function commitTogether(
  control: Pick<ControlStore, 'transaction'>,
): <T>(work: Work<T>) => Promise<T> {
  const commits = batch<{ work: Work<unknown> }, unknown>({
    run: (group) =>
      control.transaction(async (db) => {
        const answers: unknown[] = []
        for (const { work } of group) answers.push(await work(db))
        return answers
      }),
  })
  return async <T>(work: Work<T>) => (await commits.add({ work })) as T
}
