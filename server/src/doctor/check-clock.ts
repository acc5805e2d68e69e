import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { inspectControl } from '../store/control/inspect-control.ts'
import { isoTime } from '../time/iso-time.ts'
import { openControl } from './check-control.ts'

const toleranceMs = 60_000
/** No installation is older than the software. */
const releasedMs = Date.UTC(2026, 10, 1)

/** Whether the clock is plausible: not before our own files, and close to the database server's. */
export async function checkClock(config: Config): Promise<string> {
  const nowMs = Date.now()
  if (nowMs < releasedMs) throw new Error(`it says ${isoTime(nowMs)}, which is long ago`)
  const newestMs = await newestChangeMs(config.dataDir)
  if (newestMs > nowMs + toleranceMs) {
    throw new Error(
      `it says ${isoTime(nowMs)}, but a file was changed at ${isoTime(newestMs)}: it went back`,
    )
  }
  if (config.databaseUrl !== undefined) await compareWithServer(config)
  return `${isoTime(nowMs)}, in zone ${Intl.DateTimeFormat().resolvedOptions().timeZone}`
}

async function compareWithServer(config: Config): Promise<void> {
  const store = await openControl(config)
  try {
    const { serverNowMs } = await inspectControl(store)
    const differenceMs = Math.abs((serverNowMs ?? Date.now()) - Date.now())
    if (differenceMs > toleranceMs) {
      throw new Error(`Postgres's clock is ${Math.round(differenceMs / 1000)} seconds apart`)
    }
  } finally {
    await store.close()
  }
}

async function newestChangeMs(dataDir: string): Promise<number> {
  const times = (await readdir(dataDir)).map(async (name) => {
    // A running server may remove a file between the listing and this check.
    const found = await stat(join(dataDir, name)).catch(() => undefined)
    return found?.mtimeMs ?? 0
  })
  return Math.max(0, ...(await Promise.all(times)))
}
