import type { Logger } from 'pino'
import type { ControlStore } from '../../store/control/control-store.ts'
import {
  deleteSessionJoins,
  listSessionJoins,
  type SessionJoin,
  saveSessionJoins,
} from '../../store/control/sessions/session-join-rows.ts'
import type { Engine } from '../../store/events/engine.ts'
import type { EventStore } from '../../store/events/event-store.ts'
import { joinSessions } from '../../store/events/sessions/join-sessions.ts'
import { within } from '../../within.ts'

export interface SessionJoinsDeps {
  control: ControlStore
  engine: Engine
  events: Pick<EventStore, 'flush'>
  logger: Pick<Logger, 'warn'>
}

/** Each rewrites parts of the events, however many sessions it joins. */
const atOnce = 500
/** Whoever reported the late hits waits so long for the stored sessions to be joined. */
const patienceMs = 5_000

/** Notes joins durably, before the hits are stored that showed them. */
export async function noteSessionJoins(
  { control }: Pick<SessionJoinsDeps, 'control'>,
  joins: readonly SessionJoin[],
): Promise<void> {
  if (joins.length > 0) await control.transaction((db) => saveSessionJoins(db, joins))
}

/** Does the joins that were noted, and waits a little for them; the background does what is left. */
export async function joinSoon(deps: SessionJoinsDeps): Promise<void> {
  const work = joinNotedSessions(deps).catch((err: unknown) =>
    deps.logger.warn({ err }, 'sessions could not be joined; trying again'),
  )
  await within(work, patienceMs)
}

/** Joins the stored sessions that were noted, site by site. Run again after a crash, it goes on. */
export async function joinNotedSessions(
  { control, engine, events }: Omit<SessionJoinsDeps, 'logger'>,
  shouldStop: () => boolean = () => false,
): Promise<void> {
  while (!shouldStop()) {
    const joins = await listSessionJoins(control.db, atOnce)
    if (joins.length === 0) return
    await events.flush()
    for (const [siteId, ofSite] of Map.groupBy(joins, (join) => join.siteId)) {
      await joinSessions(engine, siteId, followed(ofSite))
      await deleteSessionJoins(control.db, ofSite)
    }
  }
}

/** Each session with the one it ends up in, where that was joined to another itself. */
function followed(joins: readonly SessionJoin[]): SessionJoin[] {
  const keyOf = (visitorId: string, session: string) => JSON.stringify([visitorId, session])
  const next = new Map(joins.map((join) => [keyOf(join.visitorId, join.fromSession), join]))
  return joins.map((join) => {
    let last = join
    const seen = new Set<SessionJoin>([join])
    for (;;) {
      const further = next.get(keyOf(join.visitorId, last.toSession))
      if (further === undefined || seen.has(further)) break
      seen.add(further)
      last = further
    }
    return { ...join, toSession: last.toSession, toDay: last.toDay }
  })
}
