import type { VisitorSummary } from '@tributary/contract/app/visitor-summary.ts'
import { listIdentitiesOf } from '../identities/identity-rows.ts'
import type { Site } from '../site.ts'
import type { ControlStore } from '../store/control/control-store.ts'
import type { Engine } from '../store/events/engine.ts'
import { isoTime } from '../time/iso-time.ts'
import { visitorSummaries } from './queries/visitor-summaries.ts'

/** What lists show next to the names of some visitors. Those that the site has not seen are left out. */
export async function summariseVisitors(
  { engine, control }: { engine: Engine; control: ControlStore },
  site: Site,
  visitorIds: readonly string[],
): Promise<VisitorSummary[]> {
  const visitors = [...new Set(visitorIds)]
  const [found, identities] = await Promise.all([
    visitorSummaries(engine, { site: site.id, visitors }),
    listIdentitiesOf(control.db, site.id, visitors),
  ])
  const userIds = new Map(
    identities.flatMap(({ kind, visitorId, value }) =>
      kind === 'user' ? [[visitorId, value]] : [],
    ),
  )
  return found.map(({ firstMs, lastMs, ...summary }) => ({
    ...summary,
    userId: userIds.get(summary.visitorId) ?? null,
    firstSeenAt: isoTime(firstMs),
    lastSeenAt: isoTime(lastMs),
  }))
}
