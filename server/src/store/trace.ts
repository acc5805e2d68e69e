import { channel, type TracingChannel, tracingChannel } from 'node:diagnostics_channel'
import { AppError } from '../errors.ts'

/**
 * Publishes where time is spent below the requests to subscribers: the metrics, and a tracing SDK that the operator
 * may load. Without subscribers it costs next to nothing. It publishes names and sizes, never the statement or its
 * values; Node itself adds the result, which no subscriber may store.
 */

/** One write of a group of events with its sync. */
export const journalWrites = tracingChannel<unknown, { bytes: number }>('tributary:journal.write')

/** One statement or insert sent to the engine; `name` is the statement's or the table's. */
export const engineCalls = tracingChannel<unknown, EngineCall>('tributary:engine.call')

export interface EngineCall {
  kind: 'query' | 'command' | 'insert'
  name: string
}

/**
 * Calls of the engine by our threads, published when they are over (`FinishedCall`): a channel does not reach other
 * threads.
 */
export const engineCallsOfThreads = channel('tributary:engine.called')

/** `cancelled`: no one waited for the result any more. */
export type Outcome = 'ok' | 'failed' | 'cancelled'

export interface FinishedCall extends EngineCall {
  outcome: Outcome
  seconds: number
}

/** Subscribes to finished calls on a channel. Returns the unsubscribe function. */
export function onFinished<Context extends object>(
  traced: TracingChannel<unknown, Context>,
  observe: (seconds: number, outcome: Outcome, context: Context) => void,
): () => void {
  const startedMs = new WeakMap<object, number>()
  const failures = new WeakMap<object, Outcome>()
  const subscribers = {
    start: (context: Context) => void startedMs.set(context, performance.now()),
    end: () => undefined,
    error(context: Context & { error: unknown }) {
      const { error } = context
      const isCancelled = error instanceof AppError && error.kind === 'abandoned'
      failures.set(context, isCancelled ? 'cancelled' : 'failed')
    },
    asyncStart: (context: Context) => {
      const began = startedMs.get(context) ?? performance.now()
      observe((performance.now() - began) / 1000, failures.get(context) ?? 'ok', context)
    },
    asyncEnd: () => undefined,
  }
  traced.subscribe(subscribers)
  return () => void traced.unsubscribe(subscribers)
}
