import { setTimeout } from 'node:timers/promises'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { version } from '../process/version.ts'
import type { EventStore } from '../store/events/event-store.ts'
import { addStoreFigures } from './store-metrics.ts'

/** The figures of `/metrics`. No label ever names a site, a visitor or an address. */
export interface Metrics {
  registry: Registry
  /** All of them, in Prometheus' text format. */
  text(): Promise<string>
  /** Seconds by method, route and status. */
  requests: Histogram<'method' | 'route' | 'status'>
  /** Hits that were not stored, by reason. */
  droppedHits: Counter<'reason'>
  /** Stops listening to the stores. */
  close(): void
}

/** Figures of one process; each has its own registry, so that tests can run side by side. */
export function createMetrics({
  events,
  undelivered,
}: {
  events: Pick<EventStore, 'stats'>
  undelivered: Undelivered
}): Metrics {
  const registry = new Registry()
  addEventFigures(registry, events)
  addPaymentFigures(registry, undelivered)
  addBuild(registry)
  const stop = addStoreFigures(registry)
  let processFigures: Promise<void> | undefined
  return {
    close: stop,
    registry,
    async text() {
      processFigures ??= addProcessFigures(registry)
      await processFigures
      return registry.metrics()
    },
    requests: new Histogram({
      name: 'tributary_http_request_duration_seconds',
      help: 'Time from the first byte of a request to the last of its reply.',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.3, 1, 3, 10],
      registers: [registry],
    }),
    droppedHits: new Counter({
      name: 'tributary_dropped_hits_total',
      help: 'Hits that were answered but not stored, by reason.',
      labelNames: ['reason'],
      registers: [registry],
    }),
  }
}

/**
 * Adds figures of Node and its event loop. The delay of the event loop is measured a hundred times a second, which
 * takes an idle server 2 % of a processor: only where somebody reads it.
 */
async function addProcessFigures(registry: Registry): Promise<void> {
  collectDefaultMetrics({ register: registry })
  // Until the timer of 10 ms has fired twice, the delays would be nonsense. On a busy machine it fires once a pause.
  await setTimeout(25)
  await setTimeout(25)
}

type Stats = ReturnType<EventStore['stats']>

const eventFigures: {
  name: `tributary_${string}`
  help: string
  read: (stats: Stats) => number
}[] = [
  {
    name: 'tributary_events_appended_total',
    help: 'Events acknowledged by this process.',
    read: (stats) => stats.appended,
  },
  {
    name: 'tributary_events_shipped_total',
    help: 'Events the engine has confirmed to this process.',
    read: (stats) => stats.shipped,
  },
  {
    name: 'tributary_events_refused_total',
    help: 'Appends refused because disk, backlog or queue was full.',
    read: (stats) => stats.refused,
  },
  {
    name: 'tributary_events_dead_letters_total',
    help: 'Events that the engine refused or that were damaged on disk.',
    read: (stats) => stats.deadLetters,
  },
  {
    name: 'tributary_events_set_aside',
    help: 'Events in the dead letters now.',
    read: (stats) => stats.quarantined,
  },
  {
    name: 'tributary_journal_backlog_bytes',
    help: 'Acknowledged but not yet in the engine.',
    read: (stats) => stats.backlogBytes,
  },
  {
    name: 'tributary_journal_oldest_unshipped_seconds',
    help: 'Age of the oldest event that is not yet in the engine.',
    read: (stats) => stats.oldestUnshippedMs / 1000,
  },
]

/** Values that only grow are counters: `rate()` must tell a restart from a drop. */
function addEventFigures(registry: Registry, events: Pick<EventStore, 'stats'>): void {
  for (const { name, help, read } of eventFigures) {
    const common = { name, help, registers: [registry] }
    if (name.endsWith('_total')) {
      new Counter({
        ...common,
        collect() {
          this.reset()
          this.inc(read(events.stats()))
        },
      })
    } else {
      new Gauge({
        ...common,
        collect() {
          this.set(read(events.stats()))
        },
      })
    }
  }
}

/** Payments that are not in the reports yet. */
export interface Undelivered {
  count(): Promise<number>
  /** How many of them the engine rejects. */
  countQuarantined(): Promise<number>
}

function addPaymentFigures(registry: Registry, undelivered: Undelivered): void {
  new Gauge({
    name: 'tributary_payments_undelivered',
    help: 'Payments on record that the reports do not have yet, of all nodes; -1 while the control store is away.',
    registers: [registry],
    async collect() {
      // The other metrics matter most when a store is down.
      this.set(await undelivered.count().catch(() => -1))
    },
  })
  new Gauge({
    name: 'tributary_payments_set_aside',
    help: 'Those of them that the engine refuses; -1 while the control store is away.',
    registers: [registry],
    async collect() {
      this.set(await undelivered.countQuarantined().catch(() => -1))
    },
  })
}

function addBuild(registry: Registry): void {
  const build = new Gauge({
    name: 'tributary_build_info',
    help: 'Always 1; says which version runs.',
    labelNames: ['version'],
    registers: [registry],
  })
  build.set({ version }, 1)
}
