import { eachInTurn } from '../concurrency/each-in-turn.ts'
import type { Site } from '../site.ts'
import type { ControlStore } from '../store/control/control-store.ts'
import type { Engine } from '../store/events/engine.ts'
import { dayMs } from '../time/durations.ts'
import { listSites } from './manage-sites.ts'
import { forgetOldEvents } from './queries/forget-old-events.ts'

/**
 * Deletes every site's events that are older than its retention, whole UTC days at a time. Payments stay: they are
 * the books. Returns how many events were deleted.
 */
export async function keepRetention(
  { control, engine }: { control: ControlStore; engine: Engine },
  nowMs: number,
  shouldStop: () => boolean = () => false,
): Promise<number> {
  let removed = 0
  const named = { nameOf: ({ id }: Site) => `retention of ${id}`, shouldStop }
  await eachInTurn(await listSites(control), named, async ({ id, retentionDays }) => {
    if (retentionDays === null) return
    const before = new Date(nowMs - retentionDays * dayMs).toISOString().slice(0, 10)
    removed += await forgetOldEvents(engine, { site: id, before })
  })
  return removed
}
