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
import {
  type ControlStoreOptions,
  openControlStore,
} from '@tributary/server/store/control/control-store.ts'
import { hasPostgres, startPostgres } from '@tributary/server/test/processes/postgres.ts'
import {
  goodKey,
  openLedgerOf,
  type SyncedLedger,
} from '@tributary/server/test/providers/synced-ledger.ts'
import { measureBare } from '../load/measure-bare.ts'
import type { Comparisons } from './compare-process.ts'
import { count, cpuMs, milliseconds, quantile, type Row, timed } from './table.ts'

const stripeProcess = new URL('./stripe-process.ts', import.meta.url)
const compareProcess = new URL('./compare-process.ts', import.meta.url)
const customers = 5_000
const delayMs = 50
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
  if (row.statement_until_ms === null)
    throw new Error(`the account was not read: ${row.error_detail}`)
  await control.close()
  const { differences, times } = await compareIn(place)
  const [first, ...rest] = times
  const median = (name: 'ms' | 'cpuMs') =>
    milliseconds(
      quantile(
        rest.map((one) => one[name]),
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
      what: `${name}: reconciliation of that year, the first of a process, ${differences} differences`,
      measured: milliseconds(first?.ms ?? Number.NaN),
      aim: milliseconds(goalReconcileMs * scale),
    },
    { what: `… median of the next ${rest.length}`, measured: median('ms') },
    { what: '… processor time of it', measured: median('cpuMs') },
  ]
}

/** Compares the year in a process of its own: importing has warmed this one up. */
async function compareIn(place: ControlStoreOptions): Promise<Comparisons> {
  const child = fork(compareProcess, [JSON.stringify(place)])
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`comparing ended with ${code}`)
  })
  const [found] = (await Promise.race([once(child, 'message'), ended])) as [Comparisons]
  return found
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
