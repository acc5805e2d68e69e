import type { Failure } from '../failure.ts'
import type { FinishedCall } from '../store/trace.ts'

/**
 * Where the engine is. Another `run` at the same address is a new process that can be retried; undefined for an
 * external server, which is not replaced.
 */
export interface EnginePlace {
  /** `http(s)://name:secret@host:port`. */
  url: string
  cluster: string | undefined
  run: number | undefined
}

/** Messages from the server to the answering thread. */
export type ToThread =
  | { type: 'ask'; id: number; name: string; asked: readonly unknown[] }
  | { type: 'cancel'; id: number }
  | { type: 'engine'; place: EnginePlace }
  | { type: 'no-engine'; failure: Failure }

/** Messages from that thread to the server. */
export type FromThread =
  | { type: 'answered'; id: number; answer: unknown }
  | { type: 'failed'; id: number; failure: Failure }
  | { type: 'engine-wanted' }
  | ({ type: 'engine-called' } & FinishedCall)
