import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * The signal that ends the work in progress: aborted once no reader waits for its result any more. Undefined for work
 * that no reader asked for, such as digests.
 */
export const cancellation = new AsyncLocalStorage<AbortSignal | undefined>()

/** Aborted once all of some are, with the reason of the last one; undefined if one of them never is. */
export function allAborted(signals: readonly (AbortSignal | undefined)[]): AbortSignal | undefined {
  if (signals.includes(undefined)) return undefined
  const all = new AbortController()
  let left = signals.length
  for (const signal of signals) {
    const count = () => {
      left--
      if (left === 0) all.abort(signal?.reason)
    }
    if (signal?.aborted) count()
    else signal?.addEventListener('abort', count, { once: true })
  }
  return all.signal
}
