import type { Failure } from '../failure.ts'
import type { FinishedCall } from '../store/trace.ts'

/**
 * Where the engine is. Another `run` at the same address is another process that can be asked again; undefined for a
 * server of its own, which is not replaced by another.
 */
export interface EnginePlace {
  /** `http(s)://name:secret@host:port`. */
  url: string
  cluster: string | undefined
  run: number | undefined
}

/** What the server tells the thread that answers. */
export type ToThread =
  | { type: 'ask'; id: number; name: string; asked: readonly unknown[] }
  | { type: 'engine'; place: EnginePlace }
  | { type: 'no-engine'; failure: Failure }

/** What that thread tells the server. */
export type FromThread =
  | { type: 'answered'; id: number; answer: unknown }
  | { type: 'failed'; id: number; failure: Failure }
  | { type: 'engine-wanted' }
  | ({ type: 'engine-called' } & FinishedCall)
