import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
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
  type ControlStore,
  controlFile,
  openControlStore,
} from '@tributary/server/store/control/control-store.ts'
import { hasPostgres, startPostgres } from '@tributary/server/test/processes/postgres.ts'
import type { Truth } from '@tributary/server/test/providers/stripe-shop.ts'
import {
  goodKey,
  openLedgerOf,
  type SyncedLedger,
} from '@tributary/server/test/providers/synced-ledger.ts'
import { measureBare } from '../load/measure-bare.ts'
import { compareServed } from './compare-served.ts'
import { count, cpuMs, milliseconds, type Row, timed } from './table.ts'

const stripeProcess = new URL('./stripe-process.ts', import.meta.url)
const customers = 5_000
const delayMs = 50
const goalReconcileMs = 300
const goalBackfillMs = 180_000
/** Requests per second of a bare server on the machine that the targets are for. */
const goalRate = 35_000

/**
 * Imports a year of an account and compares it with what was recorded, on SQLite and, where available, on Postgres.
 */
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
    rows.push(...(await measureOn('SQLite', account, scale)))
    if (!hasPostgres()) return rows
    const postgres = await startPostgres()
    try {
      rows.push(...(await measureOn('Postgres', account, scale, await postgres.newDatabase())))
    } finally {
      await postgres.stop()
    }
    return rows
  } finally {
    child.kill()
  }
}

interface Account {
  url: string
  /** By currency. */
  truth: Truth
}

async function measureOn(
  name: string,
  account: Account,
  scale: number,
  databaseUrl?: string,
): Promise<Row[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tributary-bench-'))
  const control = await openControlStore({ file: controlFile(dataDir), databaseUrl })
  try {
    const secret = randomBytes(24).toString('hex')
    const { siteId, untilMs, rows } = await importYear(control, { ...account, name, secret, scale })
    const settings = {
      ...{ SECRET: secret, STRIPE_API_URL: account.url },
      ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
    }
    const site = { control, siteId, untilMs, dataDir, settings }
    const compared = await compareServed(site, milliseconds(goalReconcileMs * scale))
    return [...rows, ...compared.map((row) => ({ ...row, what: `${name}: ${row.what}` }))]
  } finally {
    await control.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Imports the account while no server runs. */
async function importYear(
  control: ControlStore,
  of: Account & { name: string; secret: string; scale: number },
): Promise<{ siteId: string; untilMs: number; rows: Row[] }> {
  const stripe = {
    ...{ fake: { requests: [] }, api: stripeApi(of.url), credentials: { key: goodKey } },
  }
  const synced = openLedgerOf(control, stripe, systemClock, of.secret)
  const siteId = await synced.connect()
  const memory = watchMemory(synced, siteId)
  const cpu = process.cpuUsage()
  const importMs = await timed(() => syncConnections(synced.syncing, () => false))
  const importCpuMs = cpuMs(cpu)
  const heaps = await memory.stop()
  const row = await synced.connectionOf(siteId)
  const untilMs = row.statement_until_ms
  if (untilMs === null) throw new Error(`the account was not read: ${row.error_detail}`)
  const payments = await expectTruth(control, of.truth)
  const rows = [
    {
      what: `${of.name}: import of ${count(payments)} payments from answers that take ${delayMs} ms`,
      measured: `${(importMs / 1000).toFixed(0)} s`,
      aim: `${((goalBackfillMs * of.scale) / 1000).toFixed(0)} s`,
    },
    { what: '… processor time of it', measured: `${(importCpuMs / 1000).toFixed(0)} s` },
    { what: '… heap in use at each quarter', measured: heaps.join(', ') },
  ]
  return { siteId, untilMs, rows }
}

/** Throws unless the imported payments match the account; returns their number. */
async function expectTruth({ db }: ControlStore, truth: Truth): Promise<number> {
  const rows = await db
    .selectFrom('payments')
    .select(['currency', (of) => of.fn.sum<number>('amount_minor').as('grossMinor')])
    .select((of) => of.fn.countAll<number>().as('payments'))
    .where('amount_minor', '>', 0)
    .groupBy('currency')
    .execute()
  const imported = new Map(rows.map((row) => [row.currency, row]))
  for (const [currency, { payments, grossMinor }] of Object.entries(truth)) {
    const row = imported.get(currency)
    if (Number(row?.payments) === payments && Number(row?.grossMinor) === grossMinor) continue
    throw new Error(`${currency}: imported ${JSON.stringify(row)}, not ${payments}, ${grossMinor}`)
  }
  return rows.reduce((sum, row) => sum + Number(row.payments), 0)
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
