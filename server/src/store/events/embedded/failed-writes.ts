import type { Session } from 'chdb'

/**
 * Detects failed writes to files in this process.
 *
 * Careful: chDB ignores the error of a failed `write` (its own change to ClickHouse's WriteBufferFromFileDescriptor,
 * seen with 26.7). On a full disk an insert reports that it has stored rows whose file is empty, and a merge
 * replaces good parts by an empty one. The only trace is a counter. So as soon as it is not zero, nothing that the
 * process reports can be trusted, and it has to end before it answers anything else: at the next start ClickHouse
 * finds the broken parts and returns to the ones they were made from, and whatever was not confirmed is sent again.
 */
export class FailedWrites {
  #session: Session
  #running: Promise<unknown> = Promise.resolve()
  #next: Promise<number> | undefined

  constructor(session: Session) {
    this.#session = session
  }

  /** How many writes had failed in this process by the time of the call. Concurrent calls share a query. */
  count(): Promise<number> {
    this.#next ??= this.#countAfter(this.#running)
    return this.#next
  }

  async #countAfter(previous: Promise<unknown>): Promise<number> {
    // A count that has begun already may miss later failures; its error goes to its own callers.
    await previous.catch(() => undefined)
    const count = this.#query()
    this.#running = count
    this.#next = undefined
    return count
  }

  async #query(): Promise<number> {
    const result = await this.#session.queryAsync(
      "select value from system.events where event = 'WriteBufferFromFileDescriptorWriteFailed'",
      { format: 'TSV' },
    )
    // No row means that the counter is still zero.
    return Number(result.text())
  }
}
