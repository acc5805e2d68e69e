import type { Config } from '../config.ts'
import { listSiteRows } from '../sites/site-rows.ts'
import { type ControlStore, controlFile, openControlStore } from '../store/control/control-store.ts'
import { inspectControl } from '../store/control/inspect-control.ts'

/** Whether the control store opens, has every table, and is intact. */
export async function checkControl(config: Config): Promise<string> {
  const store = await openControl(config)
  try {
    const { problem } = await inspectControl(store)
    if (problem !== undefined) throw new Error(problem)
    const { length: count } = await listSiteRows(store.db)
    const place = store.dialect === 'sqlite' ? controlFile(config.dataDir) : 'Postgres'
    return `${place} is up to date and holds ${count} ${count === 1 ? 'site' : 'sites'}`
  } finally {
    await store.close()
  }
}

/** Opens the store that the settings name. */
export function openControl({ databaseUrl, dataDir }: Config): Promise<ControlStore> {
  return openControlStore({ databaseUrl, file: controlFile(dataDir) })
}
