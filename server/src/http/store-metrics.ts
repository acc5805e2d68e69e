import { Histogram, type Registry } from 'prom-client'
import {
  engineCalls,
  engineCallsOfThreads,
  type FinishedCall,
  journalWrites,
  onFinished,
} from '../store/trace.ts'

/** Figures of the stores. Returns how to stop counting. */
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
  const ofThread = (message: unknown) => {
    const { kind, outcome, seconds } = message as FinishedCall
    calls.observe({ kind, outcome }, seconds)
  }
  engineCallsOfThreads.subscribe(ofThread)
  const stops = [
    () => engineCallsOfThreads.unsubscribe(ofThread),
    onFinished(journalWrites, (seconds, outcome) => writes.observe({ outcome }, seconds)),
    onFinished(engineCalls, (seconds, outcome, { kind }) =>
      calls.observe({ kind, outcome }, seconds),
    ),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
