import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, expect } from 'vitest'
import type { ProviderApi } from '../payments/connections/provider-api.ts'
import type { ConnectionRow } from '../payments/rows/connection-rows.ts'
import type { ControlStore, ControlStoreOptions } from '../store/control/control-store.ts'
import { dayMs } from '../time/durations.ts'
import { type TestClock, testClock } from './clock.ts'
import type { TestControlStores } from './control-stores.ts'
import type { FakeApi } from './providers/fake-api.ts'
import { bothSidesOf } from './providers/reconciled.ts'
import { type AccountShop, type Paid, playYear } from './providers/shop-year.ts'
import { openLedgerOf, type SyncedLedger, sumsOf } from './providers/synced-ledger.ts'

/** A provider whose accounts are read list by list, and a shop with an account there. */
export interface AccountProvider<Shop extends AccountShop = AccountShop> {
  name: string
  title: string
  newShop(): Shop
  /** The fake with the shop's account, for which the key of `credentials` is valid. */
  start(shop: Shop): Promise<FakeApi>
  api(url: string): ProviderApi
  credentials: { key: string; details?: Record<string, string> }
  /** Revokes the first key and makes another one valid. */
  rollKey(fake: FakeApi): { key: string }
}

/** A site that is connected to the account of a shop. */
export interface OpenAccount {
  readonly provider: Omit<AccountProvider, 'newShop' | 'start'>
  readonly stores: TestControlStores
  clock: TestClock
  control: ControlStore
  shop: AccountShop
  fake: FakeApi
  synced: SyncedLedger
  siteId: string
  /** The secret that the server's keys are derived from. */
  secret: string
  /** Opens a shop with this many customers; nothing is read yet. */
  open(customers: number, place?: ControlStoreOptions): Promise<void>
  connection(): Promise<ConnectionRow>
  /** A payment of 43.21 EUR five days ago. */
  aPayment(): Paid
  /** Expects that the ledger is correct, and that it matches the account's bookings to the cent. */
  expectTruth(): Promise<void>
}

/** Opens accounts for the tests of a suite, each with its own clock. */
export function openAccounts<Shop extends AccountShop>(
  provider: AccountProvider<Shop>,
  stores: TestControlStores,
): OpenAccount {
  const account: Pick<OpenAccount, 'provider' | 'stores'> & Partial<OpenAccount> = {
    ...{ provider, stores, secret: randomBytes(24).toString('hex') },
    async open(customers, place) {
      const { clock, secret } = at
      const shop = playYear(provider.newShop(), customers, clock.now())
      const control = await stores.open(place)
      const fake = await provider.start(shop)
      const { credentials } = provider
      const synced = openLedgerOf(
        control,
        { fake, api: provider.api(fake.url), credentials },
        clock,
        secret,
      )
      Object.assign(at, { control, shop, fake, synced, siteId: await synced.connect() })
      fake.requests.length = 0
    },
    connection: () => at.synced.connectionOf(at.siteId),
    aPayment: () =>
      at.shop.pay(at.clock.now() - 5 * dayMs, { amountMinor: 4_321, currency: 'EUR' }),
    async expectTruth() {
      expect(await at.connection()).toMatchObject({ error: null, last_skipped: null })
      const { truth } = at.shop.books
      expect(await sumsOf(at.synced.ledger, at.siteId)).toEqual(truth)
      const sides = await bothSidesOf(at.control, await at.connection())
      expect(sides).toEqual({ differences: [], statement: truth, recorded: truth })
    },
  }
  const at = account as OpenAccount
  beforeEach(() => {
    at.clock = testClock()
  })
  afterEach(() => at.fake.close())
  return at
}
