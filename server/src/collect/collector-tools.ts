import type { Logger } from 'pino'
import type { FairQueue } from '../concurrency/fair-queue.ts'
import type { Config } from '../config.ts'
import type { Identities } from '../identities/record-identify.ts'
import type { SiteDirectory } from '../sites/find-site.ts'
import type { Engine } from '../store/events/engine.ts'
import type { Erasures, EventStore } from '../store/events/event-store.ts'
import type { BudgetDeps } from './budget-keeper.ts'
import type { DropCounters } from './drop-counters.ts'
import type { HitTools } from './prepare-hit.ts'
import type { NotedHere } from './visits/noted-here.ts'

/** The collector's dependencies. */
export interface CollectorDeps extends BudgetDeps {
  config: Pick<
    Config,
    'geoipDb' | 'clickhouseUrl' | 'siteDailyBudget' | 'publicUrl' | 'memoryBytes'
  >
  logger: Logger
  engine: Engine
  /** Resolves when the engine is ready. */
  engineStarted: Promise<void>
  events: EventStore
  sites: SiteDirectory
  identities: Identities
  erasures: Pick<Erasures, 'erasedMs'>
}

/** What the collector's parts share. */
export interface CollectorTools extends HitTools {
  deps: CollectorDeps
  counters: DropCounters
  turns: FairQueue
  notedHere: NotedHere
}
