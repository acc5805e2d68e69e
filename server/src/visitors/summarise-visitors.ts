import type { VisitorSummary } from '@tributary/contract/app/visitor-summary.ts'
import type { Site } from '../site.ts'
import type { ControlStore } from '../store/control/control-store.ts'
import type { Secrets } from '../store/control/secrets.ts'
import type { Engine } from '../store/events/engine.ts'
import { isoTime } from '../time/iso-time.ts'
import { nameVisitors } from './name-visitors.ts'
import { visitorSummaries } from './queries/visitor-summaries.ts'

/** The details that lists show next to visitors' names. Visitors that the site has not seen are left out. */
export async function summariseVisitors(
  stores: { engine: Engine; control: ControlStore; secrets: Secrets },
  site: Site,
  visitorIds: readonly string[],
): Promise<VisitorSummary[]> {
  const visitors = [...new Set(visitorIds)]
  const [found, names] = await Promise.all([
    visitorSummaries(stores.engine, { site: site.id, visitors }),
    nameVisitors(stores, site, visitors),
  ])
  return found.map(({ firstMs, lastMs, ...summary }) => ({
    ...summary,
    identity: names.get(summary.visitorId) ?? null,
    firstSeenAt: isoTime(firstMs),
    lastSeenAt: isoTime(lastMs),
  }))
}
