import type { TracingChannel } from 'node:diagnostics_channel'
import { Histogram, type Registry } from 'prom-client'
import { engineCalls, journalWrites } from '../store/trace.ts'

/** Figures of what happens below the requests. Answers how to stop counting. */
export function addStoreFigures(registry: Registry): () => void {
  const writes = new Histogram({
    name: 'tributary_journal_write_seconds',
    help: 'Time to write a group of events and have it on disk; every acknowledged event waits for one.',
    labelNames: ['outcome'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
    registers: [registry],
  })
  const calls = new Histogram({
    name: 'tributary_engine_call_seconds',
    help: 'Time the engine took for a query, a command or an insert.',
    labelNames: ['kind', 'outcome'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.3, 1, 3, 10, 30],
    registers: [registry],
  })
  const stops = [
    listen(journalWrites, (seconds, outcome) => writes.observe({ outcome }, seconds)),
    listen(engineCalls, (seconds, outcome, { kind }) => calls.observe({ kind, outcome }, seconds)),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

function listen<Context extends object>(
  channel: TracingChannel<unknown, Context>,
  observe: (seconds: number, outcome: 'ok' | 'failed', context: Context) => void,
): () => void {
  const startedMs = new WeakMap<object, number>()
  const failed = new WeakSet<object>()
  const subscribers = {
    start: (context: Context) => void startedMs.set(context, performance.now()),
    end: () => undefined,
    error: (context: Context) => void failed.add(context),
    asyncStart: (context: Context) => {
      const began = startedMs.get(context) ?? performance.now()
      const outcome = failed.has(context) ? 'failed' : 'ok'
      observe((performance.now() - began) / 1000, outcome, context)
    },
    asyncEnd: () => undefined,
  }
  channel.subscribe(subscribers)
  return () => void channel.unsubscribe(subscribers)
}
