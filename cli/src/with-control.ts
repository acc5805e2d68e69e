import { readConfig } from '@tributary/server/config.ts'
import { reachControl } from '@tributary/server/reach-control.ts'
import { commandPatienceMs } from '@tributary/server/reach-server.ts'
import { type ControlStore, controlFile } from '@tributary/server/store/control/control-store.ts'

/** Opens the control store that the settings name, for as long as `work` takes. */
export async function withControl<T>(work: (store: ControlStore) => Promise<T>): Promise<T> {
  const { databaseUrl, dataDir } = readConfig()
  const place = { databaseUrl, file: controlFile(dataDir) }
  const store = await reachControl(place, { patienceMs: commandPatienceMs })
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}
