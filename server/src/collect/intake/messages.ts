import type { MessagePort } from 'node:worker_threads'
import type { Config } from '../../config.ts'
import type { Failure } from '../../failure.ts'
import type { Place } from '../../http/connections/extra-listeners.ts'
import type { CollectedHit } from '../collector.ts'
import type { FinishedRequest } from '../http/hit-intake.ts'

/** What is needed to start an intake worker. */
export interface IntakeData
  extends Pick<Config, 'trustedProxies' | 'publicUrl' | 'collectorHosts'> {
  /** Where compiled code is stored between starts; the server's own folder, if it has one. */
  compiledIn: string | undefined
  place: Place
  mostConnections: number
}

/** Messages from the server to an intake worker. */
export type ToIntake =
  | { type: 'answers'; stored: readonly number[]; others: readonly (readonly [number, Outcome])[] }
  | { type: 'drain' }
  | { type: 'close' }

/** The result of a hit that is not simply stored. */
export type Outcome = { hit: CollectedHit } | { failure: Failure }

/** Messages from an intake worker to the server. */
export type FromIntake =
  /**
   * `hits` is the JSON text of a list of pairs: a `ReceivedHit` and its `HitRequest`. They are numbered from `first` on.
   * As text, since cloning objects takes twice as long.
   */
  | { type: 'hits'; first: number; hits: string }
  | { type: 'requests'; finished: readonly FinishedRequest[] }
  /** A request that is no hit, as a separate connection. */
  | { type: 'connection'; port: MessagePort; remoteAddress: string }
  | { type: 'failed'; failure: Failure }
  | { type: 'listening' | 'drained' | 'closed' }
