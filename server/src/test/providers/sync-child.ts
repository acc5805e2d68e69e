// A second process that reads an account, to be killed while it does.
import { systemClock } from '../../clock.ts'
import { openRequests } from '../../outside/request-outside.ts'
import type { GivenCredentials } from '../../payments/connections/manage-connections.ts'
import { openProviderApis } from '../../payments/connections/provider-apis.ts'
import { type ControlStoreOptions, openControlStore } from '../../store/control/control-store.ts'
import { openLedgerOf } from './synced-ledger.ts'

/** Its only argument, JSON. */
export interface SyncOrder {
  place: ControlStoreOptions
  /** The provider whose account is read, and where its fake is. */
  provider: string
  url: string
  credentials: GivenCredentials
  secret: string
  nowMs: number
}

const order = JSON.parse(process.argv[2] ?? '{}') as SyncOrder
const control = await openControlStore(order.place)
const request = openRequests({ privateTargets: ['127.0.0.1'] })
const apis = openProviderApis({ [order.provider]: order.url }, request)
const api = apis.find(({ name }) => name === order.provider)
if (api === undefined) throw new Error(`there is no provider ${order.provider}`)
const account = { fake: { requests: [] }, api, credentials: order.credentials }
const clock = { ...systemClock, now: () => order.nowMs }
await openLedgerOf(control, account, clock, order.secret).sync()
await control.close()
