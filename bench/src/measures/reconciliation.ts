import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { systemClock } from '@tributary/server/clock.ts'
import { stripeApi } from '@tributary/server/payments/connections/stripe/stripe-api.ts'
import { syncConnections } from '@tributary/server/payments/connections/sync-connections.ts'
import { reconcile } from '@tributary/server/payments/reconciliation/reconcile.ts'
import {
  type ControlStoreOptions,
  openControlStore,
} from '@tributary/server/store/control/control-store.ts'
import { hasPostgres, startPostgres } from '@tributary/server/test/postgres.ts'
import { goodKey, openLedgerOf, type SyncedLedger } from '@tributary/server/test/synced-ledger.ts'
import { measureBare } from '../load/measure-bare.ts'
import { count, milliseconds, quantile, type Row, timed } from './table.ts'

const stripeProcess = new URL('./stripe-process.ts', import.meta.url)
const customers = 5_000
const delayMs = 50
const rounds = 9
const goalReconcileMs = 300
const goalBackfillMs = 180_000
/** What a bare server of the machine that the goals are for answers each second. */
const goalRate = 35_000

/** Importing a year of an account, and comparing it with what was recorded, on SQLite and where there is one on Postgres. */
export async function measureReconciliation(): Promise<Row[]> {
  const { requests, seconds } = await measureBare()
  const rate = requests / seconds
  const rows: Row[] = [
    {
      what: 'bare `node:http` for comparison; the goals are for 35,000/s and scaled by it',
      measured: `${count(rate)}/s`,
    },
  ]
  const child = fork(stripeProcess, [String(customers), String(delayMs)])
  try {
    const [account] = (await once(child, 'message')) as [Account]
    const scale = Math.max(1, goalRate / rate)
    const folder = await mkdtemp(join(tmpdir(), 'tributary-bench-'))
    const file = join(folder, 'control.sqlite')
    rows.push(...(await measureOn('SQLite', { file }, account, scale)))
    await rm(folder, { recursive: true, force: true })
    if (!hasPostgres()) return rows
    const postgres = await startPostgres()
    const databaseUrl = await postgres.newDatabase()
    rows.push(...(await measureOn('Postgres', { file: '', databaseUrl }, account, scale)))
    await postgres.stop()
    return rows
  } finally {
    child.kill()
  }
}

interface Account {
  url: string
  payments: number
}

async function measureOn(
  name: string,
  place: ControlStoreOptions,
  { url, payments }: Account,
  scale: number,
): Promise<Row[]> {
  const control = await openControlStore(place)
  const stripe = {
    ...{ fake: { requests: [] }, api: stripeApi(url), credentials: { key: goodKey } },
  }
  const synced = openLedgerOf(control, stripe, systemClock)
  const siteId = await synced.connect()
  const memory = watchMemory(synced, siteId)
  const cpu = process.cpuUsage()
  const importMs = await timed(() => syncConnections(synced.syncing, () => false))
  const importCpuMs = cpuMs(cpu)
  const heaps = await memory.stop()
  const row = await synced.connectionOf(siteId)
  const { statement_until_ms: untilMs } = row
  if (untilMs === null) throw new Error(`the account was not read: ${row.error_detail}`)
  const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)
  const year = { from: dayOf(untilMs - 365 * 86_400_000), to: dayOf(untilMs) }
  const times: { ms: number; cpuMs: number }[] = []
  let differences = 0
  for (let round = 0; round < rounds; round++) {
    const before = process.cpuUsage()
    const ms = await timed(async () => {
      const lines = await reconcile(control, row, year)
      differences = lines.reduce((sum, { items }) => sum + items.length, 0)
    })
    times.push({ ms, cpuMs: cpuMs(before) })
  }
  await control.close()
  const median = (name: 'ms' | 'cpuMs') =>
    milliseconds(
      quantile(
        times.map((one) => one[name]),
        0.5,
      ),
    )
  return [
    {
      what: `${name}: import of ${count(payments)} payments from answers that take ${delayMs} ms`,
      measured: `${(importMs / 1000).toFixed(0)} s`,
      aim: `${((goalBackfillMs * scale) / 1000).toFixed(0)} s`,
    },
    { what: '… processor time of it', measured: `${(importCpuMs / 1000).toFixed(0)} s` },
    { what: '… heap in use at each quarter', measured: heaps.join(', ') },
    {
      what: `${name}: reconciliation of that year, median of ${rounds}, ${differences} differences`,
      measured: median('ms'),
      aim: milliseconds(goalReconcileMs * scale),
    },
    { what: '… processor time of it', measured: median('cpuMs') },
  ]
}

function cpuMs(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since)
  return (user + system) / 1000
}

/** The heap without what is garbage, each time another quarter of the account is read. */
function watchMemory(synced: SyncedLedger, siteId: string) {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const heaps: string[] = []
  let looking: Promise<void> = Promise.resolve()
  const note = () => {
    collect()
    heaps.push(`${Math.round(process.memoryUsage().heapUsed / 2 ** 20)} MiB`)
  }
  const look = async () => {
    const { progress } = await synced.connectionOf(siteId)
    while (heaps.length < 3 && progress >= (heaps.length + 1) * 250) note()
  }
  const timer = setInterval(() => {
    looking = looking.then(look)
  }, 500)
  return {
    async stop() {
      clearInterval(timer)
      await looking
      note()
      return heaps
    },
  }
}
