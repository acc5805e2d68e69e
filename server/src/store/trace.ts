import { tracingChannel } from 'node:diagnostics_channel'

/**
 * Where time goes below the requests, told to whoever listens: the metrics do, and a tracing SDK that the
 * operator loads may. While nobody listens it costs next to nothing. Names and sizes are told, never the
 * statement or its values; Node itself adds the result, which is for nobody to keep.
 */

/** One write of a group of events with its sync. */
export const journalWrites = tracingChannel<unknown, { bytes: number }>('tributary:journal.write')

/** One statement or insert that the engine was asked for; `name` is the question's or the table's. */
export const engineCalls = tracingChannel<unknown, EngineCall>('tributary:engine.call')

export interface EngineCall {
  kind: 'query' | 'command' | 'insert'
  name: string
}
