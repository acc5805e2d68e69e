import type { SeenGoal } from '@tributary/contract/app/goals.ts'
import type { Engine } from '../store/events/engine.ts'
import { dayMs } from '../time/durations.ts'
import { seenGoals } from './queries/seen-goals.ts'

const mostGoals = 500

/** The goals that a site had within a year, the most recent first, with their totals of 30 days. */
export async function listSeenGoals(
  engine: Engine,
  { siteId, nowMs }: { siteId: string; nowMs: number },
): Promise<SeenGoal[]> {
  const now = Math.floor(nowMs)
  const rows = await seenGoals(engine, {
    site: siteId,
    from: now - 365 * dayMs,
    recent: now - 30 * dayMs,
    limit: mostGoals,
  })
  return rows.map(({ lastSeenMs, ...goal }) => ({
    ...goal,
    lastSeenAt: new Date(lastSeenMs).toISOString(),
  }))
}
