import type { Clock } from '../clock.ts'
import type { ControlStore } from '../store/control/control-store.ts'
import { minuteMs } from '../time/durations.ts'
import { saveLastUse } from './key-rows.ts'

/** Stores when keys were last used, rarely: to the minute, at most once a minute per key. */
export interface KeyUses {
  note(key: { id: string; lastUsedMs: number | undefined }): void
  close(): Promise<void>
}

/** Uses are gathered for this long, so that many keys cause few writes. */
const writeDelayMs = 2000

export function keyUses(
  store: ControlStore,
  options: { clock: Clock; onError: (error: unknown) => void },
): KeyUses {
  const { clock, onError } = options
  const noted = new Map<string, number>()
  let unwritten = new Map<string, number>()
  let timer: NodeJS.Timeout | undefined
  let writes = Promise.resolve()

  function write(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    writes = writes.then(writeGathered)
    return writes
  }

  async function writeGathered(): Promise<void> {
    const writing = unwritten
    unwritten = new Map()
    for (const [id, lastUsedMs] of writing) {
      try {
        await saveLastUse(store.db, id, lastUsedMs)
      } catch (error) {
        // No request waits for this; the key's next use is stored again.
        noted.delete(id)
        onError(error)
      }
    }
  }

  return {
    note({ id, lastUsedMs }) {
      const useMs = Math.floor(clock.now() / minuteMs) * minuteMs
      if (useMs <= (noted.get(id) ?? lastUsedMs ?? 0)) return
      noted.set(id, useMs)
      unwritten.set(id, useMs)
      timer ??= setTimeout(() => void write(), writeDelayMs).unref()
    },
    close: write,
  }
}
