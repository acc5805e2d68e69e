// A second process that reads an account, to be killed while it does.
import { systemClock } from '../clock.ts'
import { type ControlStoreOptions, openControlStore } from '../store/control/control-store.ts'
import type { FakeStripe } from './fake-stripe.ts'
import { openSyncedLedger } from './synced-ledger.ts'

const [place = '{}', url = '', secret = '', nowMs = '0'] = process.argv.slice(2)
const control = await openControlStore(JSON.parse(place) as ControlStoreOptions)
const stripe = { url, keys: {}, requests: [] } as unknown as FakeStripe
const clock = { ...systemClock, now: () => Number(nowMs) }
await openSyncedLedger(control, stripe, clock, secret).sync()
await control.close()
