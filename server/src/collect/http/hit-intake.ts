import type { Logger } from 'pino'
import type { Metrics } from '../../http/metrics.ts'
import type { CollectedHit, Collector } from '../collector.ts'
import type { HitRequest } from '../hit-request.ts'
import type { ReceivedHit } from '../receive-hit.ts'

/** What processing hits and their metrics needs. */
export interface IntakeDeps {
  collector: Collector
  metrics: Metrics
  logger: Logger
}

/** The path that browsers send hits to. */
export const hitPath = '/api/collect'

/** A hit request that was answered. */
export interface FinishedRequest {
  method: string
  status: number
  seconds: number
}

/** Processes hits once they are read and valid, and counts their requests. */
export interface HitIntake {
  /** When it resolves the hit is on disk, or dropped for the returned reason. */
  collect(hit: ReceivedHit, request: HitRequest): Promise<CollectedHit>
  onFinished(request: FinishedRequest): void
  /** Receives errors that are not the client's fault. */
  onError(error: unknown): void
}

/** Passes hits to this process's collector, with its metrics and its log. */
export function hitIntake({ collector, metrics, logger }: IntakeDeps): HitIntake {
  const { requests, droppedHits } = metrics
  // Labels are looked up once for nearly all hits; the rest takes the slow path.
  const accepted = requests.labels({ method: 'POST', route: hitPath, status: 202 })
  return {
    async collect(hit, request) {
      const collected = await collector.collect(hit, request)
      if (collected.dropped !== undefined) droppedHits.inc({ reason: collected.dropped })
      return collected
    },
    onFinished({ method, status, seconds }) {
      const figure =
        method === 'POST' && status === 202
          ? accepted
          : requests.labels({ method, route: hitPath, status })
      figure.observe(seconds)
    },
    onError: (err) => logger.error({ err }, 'a hit could not be collected'),
  }
}
