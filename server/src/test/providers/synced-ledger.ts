import { randomBytes } from 'node:crypto'
import { pino } from 'pino'
import { commandLine } from '../../audit/actor.ts'
import type { Clock } from '../../clock.ts'
import { takeLease } from '../../jobs/lease-rows.ts'
import { decimalsOf } from '../../money/money.ts'
import {
  type ConnectionStore,
  connectProvider,
  type GivenCredentials,
} from '../../payments/connections/manage-connections.ts'
import type { ProviderApi } from '../../payments/connections/provider-api.ts'
import { stripeApi } from '../../payments/connections/stripe/stripe-api.ts'
import { type Syncing, syncConnections } from '../../payments/connections/sync-connections.ts'
import { describePayment } from '../../payments/ledger/find-payment.ts'
import type { Ledger } from '../../payments/ledger/known-fact.ts'
import { type ConnectionRow, listConnectionRows } from '../../payments/rows/connection-rows.ts'
import { findPayment } from '../../payments/rows/payment-rows.ts'
import type { Services } from '../../services.ts'
import { createSite } from '../../sites/manage-sites.ts'
import type { ControlStore } from '../../store/control/control-store.ts'
import { deriveSecrets } from '../../store/control/secrets.ts'
import { dayMs } from '../../time/durations.ts'
import type { TestClock } from '../clock.ts'
import type { FakeApi } from './fake-api.ts'
import type { FakeStripe } from './fake-stripe.ts'
import type { Truth } from './stripe-shop.ts'

export const goodKey = 'rk_live_51TestOnly0000000000000000ReadOnly'

/** A fake of a provider, and how to connect an account there. */
export interface FakeAccount {
  fake: Pick<FakeApi, 'requests'>
  api: ProviderApi
  credentials: GivenCredentials
}

/** A ledger whose sites are connected to a provider by a key. */
export interface SyncedLedger {
  ledger: Ledger
  connections: ConnectionStore
  syncing: Syncing
  /** All that was logged. */
  logged: string[]
  /** A new site that is connected; nothing is read yet. */
  connect(months?: number): Promise<string>
  /** Reads what is due; until this many requests were made, or to the end. */
  sync(requests?: number): Promise<void>
  connectionOf(siteId: string): Promise<ConnectionRow>
}

/** One that is connected to the fake Stripe. */
export function openSyncedLedger(
  control: ControlStore,
  stripe: FakeStripe,
  clock: Clock,
  secret?: string,
): SyncedLedger {
  stripe.keys[goodKey] ??= {}
  const account = { fake: stripe, api: stripeApi(stripe.url), credentials: { key: goodKey } }
  return openLedgerOf(control, account, clock, secret)
}

export function openLedgerOf(
  control: ControlStore,
  { fake, api, credentials }: FakeAccount,
  clock: Clock,
  secret = randomBytes(24).toString('hex'),
): SyncedLedger {
  const secrets = deriveSecrets(secret)
  const ledger: Ledger = { control, secrets }
  const logged: string[] = []
  const logger = pino({ level: 'trace' }, { write: (line: string) => void logged.push(line) })
  const connections = { control, secrets, apis: [api] }
  const payments = { wake: () => undefined }
  const syncing = { connections, ledger, payments, clock, logger }
  return {
    ...{ ledger, connections, syncing, logged },
    async connect(months = 12) {
      const { id } = await createSite(control.db, clock.now(), { domains: ['shop.example'] })
      const input = { provider: api.name, ...credentials, months }
      await connectProvider(connections, id, input, { by: commandLine, nowMs: clock.now() })
      return id
    },
    async sync(requests = Number.POSITIVE_INFINITY) {
      const until = fake.requests.length + requests
      await syncConnections(syncing, () => fake.requests.length >= until)
    },
    async connectionOf(siteId) {
      const [row] = await listConnectionRows(control.db, siteId)
      if (row === undefined) throw new Error('the site has no connection')
      return row
    },
  }
}

/** Reads an account whenever it is due, through its faults, until all of its past is read. */
export async function syncPastFaults(
  synced: SyncedLedger,
  siteId: string,
  clock: TestClock,
): Promise<void> {
  for (let round = 0; (await synced.connectionOf(siteId)).synced_ms === null; round++) {
    if (round === 300) throw new Error('the account is not read after 300 rounds')
    await synced.sync()
    const { due_ms: dueMs } = await synced.connectionOf(siteId)
    clock.pass(Math.max(dueMs - clock.now(), 0))
  }
}

/** The totals of a site's payments, according to the API. Trials are no payments here. */
export async function sumsOf(ledger: Ledger, siteId: string): Promise<Truth> {
  const { db } = ledger.control
  const rows = await db.selectFrom('payments').select('id').where('site_id', '=', siteId).execute()
  const sums: Truth = {}
  for (const { id } of rows) {
    const payment = await findPayment(db, siteId, id)
    if (payment === undefined || payment.amountMinor === 0) continue
    const { netAmount, fees, currency } = await describePayment(ledger, payment)
    const sum = sums[currency] ?? { payments: 0, grossMinor: 0, netMinor: 0, feesMinor: 0 }
    const minor = (amount: number | null) => Math.round((amount ?? 0) * 10 ** decimalsOf(currency))
    sums[currency] = {
      payments: sum.payments + 1,
      grossMinor: sum.grossMinor + payment.amountMinor,
      netMinor: sum.netMinor + minor(netAmount),
      feesMinor: sum.feesMinor + minor(fees),
    }
  }
  return sums
}

/** Keeps a server from reading accounts by itself, so that a test controls it. */
export async function holdSyncs({ control }: Pick<Services, 'control'>): Promise<void> {
  const nowMs = Date.now()
  const claim = { name: 'sync-providers', owner: 'test', nowMs, untilMs: nowMs + dayMs, everyMs: 0 }
  // A run in progress has nothing to read yet and ends at once.
  while (!(await takeLease(control.db, claim)));
}
