import type { GoalRuleKind } from '@tributary/contract/app/goal-rules.ts'
import type { Clock } from '../../clock.ts'
import { eachInTurn } from '../../concurrency/each-in-turn.ts'
import type { SiteGoalRule } from '../../site.ts'
import type { ControlStore } from '../../store/control/control-store.ts'
import type { Engine } from '../../store/events/engine.ts'
import type { EventStore } from '../../store/events/event-store.ts'
import { likeOfWildcard } from '../../wildcard.ts'
import {
  addMissing,
  type DerivedGoal,
  daysOfEvents,
  differingDays,
  type GoalSource,
  portionsOf,
  removeUnfounded,
  settleSessions,
} from '../queries/derived-goals.ts'
import { linkGoals } from './derive-goals.ts'
import {
  deleteGoalFill,
  type GoalFill,
  listGoalFills,
  markChanging,
  markFilled,
  requestGoalFills,
} from './goal-fill-rows.ts'
import { listGoalRuleRows } from './goal-rule-rows.ts'

interface FillStores {
  control: ControlStore
  engine: Engine
  events: Pick<EventStore, 'flush'>
  clock: Clock
}

/**
 * A second run follows this long after a change: by then, hits that nodes accepted before they knew of it, and
 * changes of sessions in between, are settled.
 */
const settledMs = 10 * 60_000

/** Whether goals of a kind are found in stored hits, so that the past counts, too. */
export function isDerivedKind(kind: GoalRuleKind): boolean {
  return kind === 'page' || kind in linkGoals
}

/**
 * Makes the stored goals of changed rules match all stored hits: once soon after a change and once later.
 * Interrupted at any moment, it continues when it is run again; repeating it changes nothing.
 */
export async function fillGoals(
  stores: FillStores,
  shouldStop: () => boolean = () => false,
): Promise<void> {
  const { control, clock } = stores
  const nameOf = ({ siteId, goal }: GoalFill) => `goal ${goal} of ${siteId}`
  await eachInTurn(await listGoalFills(control.db), { nameOf, shouldStop }, async (fill) => {
    const nowMs = clock.now()
    const isLast = nowMs >= fill.changedMs + settledMs
    if (fill.filledMs > 0 && !isLast) return
    if (!(await fillGoal(stores, fill, shouldStop))) return
    if (isLast) await deleteGoalFill(control.db, fill)
    else await markFilled(control.db, fill, nowMs)
  })
}

/** Requests that the derived goals of a site are computed again, for example after an import of past hits. */
export async function refillGoals(
  { db }: Pick<ControlStore, 'db'>,
  siteId: string,
  nowMs: number,
): Promise<void> {
  const rules = await listGoalRuleRows(db, siteId)
  const goals = rules.filter(({ kind }) => isDerivedKind(kind)).map(({ goal }) => goal)
  await requestGoalFills(db, siteId, { goals, nowMs })
}

/** Returns whether it was completed. */
async function fillGoal(
  { control, engine, events }: FillStores,
  fill: GoalFill,
  shouldStop: () => boolean,
): Promise<boolean> {
  const { siteId: site, goal } = fill
  await events.flush()
  const rules = await listGoalRuleRows(control.db, site)
  const wanted: DerivedGoal = {
    site,
    goal,
    sources: rules.filter((rule) => rule.goal === goal).flatMap(sourceOf),
  }
  const differing = await differingDays(engine, wanted)
  if (differing.length > 0) {
    await markChanging(control.db, fill)
    await removeUnfounded(
      engine,
      wanted,
      differing.map(({ day }) => day),
    )
  }
  for (const days of portionsOf(differing)) {
    if (shouldStop()) return false
    await addMissing(engine, wanted, days)
  }
  // An interrupted run may have changed any day.
  const changed = fill.isChanging ? await daysOfEvents(engine, site) : differing
  for (const days of portionsOf(changed)) {
    if (shouldStop()) return false
    await settleSessions(engine, site, days)
  }
  return true
}

function sourceOf({ kind, pattern }: SiteGoalRule): GoalSource[] {
  const like = likeOfWildcard(pattern)
  if (kind === 'page') return [{ of: 'pageview', like }]
  return kind === 'link' || kind === 'download' ? [{ of: linkGoals[kind], like }] : []
}
