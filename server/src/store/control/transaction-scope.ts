import { AsyncLocalStorage } from 'node:async_hooks'

/** Knows whether the running code is inside a transaction of one store. */
export interface TransactionScope {
  /** Throws inside a transaction: a query there must use the transaction's handle. */
  refuseInside(): void
  run<T>(work: () => Promise<T>): Promise<T>
}

/**
 * Turns a silent deadlock into an error. SQLite has one connection, so a query outside the running
 * transaction but awaited by it would wait for ever; on Postgres it would escape the transaction.
 */
export function transactionScope(): TransactionScope {
  const storage = new AsyncLocalStorage<{ open: boolean }>()
  return {
    refuseInside() {
      if (storage.getStore()?.open) {
        throw new Error(
          'a query inside a transaction must use the handle the transaction was given',
        )
      }
    },
    run(work) {
      const mark = { open: true }
      // A timer set inside inherits the mark and may fire later, so the mark itself is closed.
      return storage.run(mark, work).finally(() => {
        mark.open = false
      })
    },
  }
}
