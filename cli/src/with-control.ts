import { readConfig } from '@tributary/server/config.ts'
import { reachControlOf } from '@tributary/server/reach-control.ts'
import type { ControlStore } from '@tributary/server/store/control/control-store.ts'

/** Opens the control store that the settings name, for as long as `work` takes. */
export async function withControl<T>(work: (store: ControlStore) => Promise<T>): Promise<T> {
  const store = await reachControlOf(readConfig())
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}
