import type { Kysely } from 'kysely'
import type { Database } from './tables.ts'

/**
 * A named transaction with plain data as input and output. It may run in another thread, and more than once, so it
 * does nothing but use the handle.
 */
export interface Command<Input, Output> {
  readonly name: string
  run(db: Kysely<Database>, input: Input): Promise<Output>
}

/** A command of the list, whatever its input. */
export type AnyCommand = Command<never, unknown>

/** Names a transaction. It must also be in the list that the store is opened with: see `ControlStoreOptions`. */
export function command<Input, Output>(
  name: string,
  run: (db: Kysely<Database>, input: Input) => Promise<Output>,
): Command<Input, Output> {
  return { name, run }
}
