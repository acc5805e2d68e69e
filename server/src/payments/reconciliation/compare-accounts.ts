import type { Clock } from '../../clock.ts'
import { eachInTurn } from '../../concurrency/each-in-turn.ts'
import type { ControlStore } from '../../store/control/control-store.ts'
import { parseTextList } from '../../store/control/text-list.ts'
import { dayMs } from '../../time/durations.ts'
import type { ProviderApi } from '../connections/provider-api.ts'
import {
  type ConnectionRow,
  listAllConnectionRows,
  saveComparison,
} from '../rows/connection-rows.ts'
import { dayOf } from './both-sides.ts'
import { reconcile } from './reconcile.ts'

/** Older days change rarely; they are compared once a day. */
const recentMs = 35 * dayMs

/** What comparing accounts needs. */
export interface Comparing {
  control: ControlStore
  clock: Clock
  connectionStore: { apis: readonly ProviderApi[] }
}

/** Compares each account that was read since its last comparison, for the banner, the alert and `doctor`. */
export async function compareAccounts(
  { control, clock }: Comparing,
  shouldStop: () => boolean,
): Promise<void> {
  const nameOf = (row: ConnectionRow) => `the ${row.provider} account of ${row.site_id}`
  await eachInTurn(await listAllConnectionRows(control.db), { nameOf, shouldStop }, async (row) => {
    const { synced_ms: syncedMs, compared_ms: comparedMs } = row
    if (syncedMs === null || (comparedMs !== null && comparedMs >= syncedMs)) return
    const nowMs = clock.now()
    const isNewDay = comparedMs === null || dayOf(comparedMs) !== dayOf(nowMs)
    await compareAccount(control, row, nowMs, isNewDay ? 0 : nowMs - recentMs)
  })
}

/** Compares an account from a moment on and stores which finished days differ. */
export async function compareAccount(
  control: ControlStore,
  row: ConnectionRow,
  nowMs: number,
  fromMs = 0,
): Promise<void> {
  if (row.statement_until_ms === null) return
  const from = dayOf(fromMs)
  const lines = await reconcile(control, row, { from, to: dayOf(row.statement_until_ms) })
  const before = parseTextList(row.differing_days).filter((day) => day < from)
  const now = lines.filter(({ state }) => state === 'differs').map(({ day }) => day)
  const days = [...new Set([...now, ...before])].sort().reverse()
  await saveComparison(control.db, row.id, { comparedMs: nowMs, differingDays: days })
}
