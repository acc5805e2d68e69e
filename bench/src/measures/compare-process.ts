import { dayOf } from '@tributary/server/payments/reconciliation/both-sides.ts'
import { reconcile } from '@tributary/server/payments/reconciliation/reconcile.ts'
import { listAllConnectionRows } from '@tributary/server/payments/rows/connection-rows.ts'
import {
  type ControlStoreOptions,
  openControlStore,
} from '@tributary/server/store/control/control-store.ts'
import { cpuMs, timed } from './table.ts'

/**
 * Compares the last year of the only account of a store nine times, in a process that has just started. Takes where the
 * store is, and tells how many differences there are and how long each time took.
 */

export interface Comparisons {
  differences: number
  times: { ms: number; cpuMs: number }[]
}

const rounds = 9
const [place = '{}'] = process.argv.slice(2)
const control = await openControlStore(JSON.parse(place) as ControlStoreOptions)
const [row] = await listAllConnectionRows(control.db)
const untilMs = row?.statement_until_ms ?? null
if (row === undefined || untilMs === null) throw new Error('the account was not read')
const year = { from: dayOf(untilMs - 365 * 86_400_000), to: dayOf(untilMs) }
const found: Comparisons = { differences: 0, times: [] }
for (let round = 0; round < rounds; round++) {
  const before = process.cpuUsage()
  const ms = await timed(async () => {
    const lines = await reconcile(control, row, year)
    found.differences = lines.reduce((sum, { items }) => sum + items.length, 0)
  })
  found.times.push({ ms, cpuMs: cpuMs(before) })
}
await control.close()
process.send?.(found)
