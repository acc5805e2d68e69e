import { type AlertKind, alertKinds } from '@tributary/contract/app/alerts.ts'
import type { Site } from '../site.ts'
import type { ControlStore } from '../store/control/control-store.ts'
import { dayMs } from '../time/durations.ts'
import { isoTime } from '../time/iso-time.ts'
import { listMovedAlertStates } from './alert-rows.ts'

/** The state of a first payment also advances when it is too old to be reported. */
const shownKinds: readonly AlertKind[] = alertKinds.filter((kind) => kind !== 'first-payment')

/** The alerts of the last 24 hours by site, the latest of each kind, the latest first. */
export async function recentAlerts(
  { db }: Pick<ControlStore, 'db'>,
  sites: readonly Pick<Site, 'id'>[],
  nowMs: number,
): Promise<Map<string, { kind: AlertKind; at: string }[]>> {
  const ids = sites.map(({ id }) => id)
  const moved = ids.length === 0 ? [] : await listMovedAlertStates(db, ids, nowMs - dayMs)
  const found = moved.flatMap(({ site_id, kind, at_ms }) => {
    const known = shownKinds.find((one) => one === kind)
    return known === undefined ? [] : [{ site_id, kind: known, at: isoTime(at_ms) }]
  })
  return new Map(
    [...Map.groupBy(found, ({ site_id }) => site_id)].map(([siteId, alerts]) => [
      siteId,
      alerts.map(({ kind, at }) => ({ kind, at })),
    ]),
  )
}
