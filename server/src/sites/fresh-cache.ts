import { boundedCache } from '../bounded-cache.ts'
import type { Clock } from '../clock.ts'

/** Caches values of the control store for a second. */
export interface FreshCache<Value> {
  /** The value in the store, or that of at most a second ago. Absence is cached like any value. */
  find(key: string): Promise<Value | undefined>
  /** Makes the next `find` read the store. */
  forget(key: string): void
}

export interface FreshCacheOptions<Value> {
  load(key: string): Promise<Value | undefined>
  clock: Clock
  maxEntries: number
  /** How long an old value is used while the store cannot be read. Without it, not at all. */
  graceMs?: number
}

interface Entry<Value> {
  answer: Promise<Value | undefined>
  /** When reading `answer` began, which determines its age. */
  readMs: number
  refresh: Refresh<Value> | undefined
}

interface Refresh<Value> {
  begunMs: number
  done: Promise<Value | undefined>
  /** The result for callers that arrived too late for `done`. */
  next: Promise<Value | undefined> | undefined
}

const maxAgeMs = 1000
/** After this, a value in use is refreshed in the background, so that no caller waits for the store. */
const refreshAgeMs = 500
/** A store that takes longer than this to answer counts as one that cannot be read. */
const patienceMs = 2000

/** A cache whose values are never older than a second, with one read at a time per key. */
export function freshCache<Value>(options: FreshCacheOptions<Value>): FreshCache<Value> {
  const { load, clock, graceMs = 0 } = options
  const entries = boundedCache<string, Entry<Value>>(options.maxEntries)

  function first(key: string): Promise<Value | undefined> {
    const entry: Entry<Value> = { answer: load(key), readMs: clock.monotonic(), refresh: undefined }
    entries.set(key, entry)
    // A failed read rejects for its callers and is not cached.
    entry.answer.catch(() => entries.get(key) === entry && entries.delete(key))
    return entry.answer
  }

  function refreshed(key: string, entry: Entry<Value>): Promise<Value | undefined> {
    const nowMs = clock.monotonic()
    const { refresh } = entry
    if (refresh === undefined) return begin(key, entry, nowMs)
    if (nowMs - refresh.begunMs < maxAgeMs) return refresh.done
    // It may have read before a change that its caller must see, if the store is slow.
    refresh.next ??= refresh.done.catch(() => undefined).then(() => refreshed(key, entry))
    return refresh.next
  }

  function begin(key: string, entry: Entry<Value>, begunMs: number): Promise<Value | undefined> {
    const done = load(key)
      .then((value) => {
        entry.answer = Promise.resolve(value)
        entry.readMs = begunMs
        return value
      })
      .finally(() => {
        entry.refresh = undefined
      })
    entry.refresh = { begunMs, done, next: undefined }
    return done
  }

  return {
    find(key) {
      const entry = entries.get(key)
      if (entry === undefined) return first(key)
      const nowMs = clock.monotonic()
      const ageMs = nowMs - entry.readMs
      if (ageMs < refreshAgeMs) return entry.answer
      const fresh = refreshed(key, entry)
      // Errors of a background refresh are ignored; the next caller with a stale value retries.
      fresh.catch(() => undefined)
      if (ageMs < maxAgeMs) return entry.answer
      if (ageMs >= graceMs) return fresh
      const waitedMs = nowMs - (entry.refresh?.begunMs ?? nowMs)
      return waitedMs > patienceMs ? entry.answer : fresh.catch(() => entry.answer)
    },
    forget: (key) => void entries.delete(key),
  }
}
