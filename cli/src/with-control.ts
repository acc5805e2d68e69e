import { readConfig } from '@tributary/server/config.ts'
import {
  type ControlStore,
  controlFile,
  openControlStore,
} from '@tributary/server/store/control/control-store.ts'

/** Opens the control store that the settings name, for as long as `work` takes. */
export async function withControl<T>(work: (store: ControlStore) => Promise<T>): Promise<T> {
  const { databaseUrl, dataDir } = readConfig()
  const store = await openControlStore({ databaseUrl, file: controlFile(dataDir) })
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}
