import type { FastifyInstance } from 'fastify'
import { AppError } from '../errors.ts'
import { within } from '../within.ts'
import type { Lifecycle } from './health.ts'

/** Longer than a start takes; an upgrade that rewrites tables may take minutes. */
const patienceMs = 10_000
const retryAfterSeconds = 5

/** Endpoints that record without the engine, besides hits, which never come here. */
const recording = new Set(
  ['goal', 'payment', 'identify', 'events'].map((name) => `POST /api/v1/${name}`),
)

/** Makes API requests wait for the events engine while it starts. Recording need not wait. */
export function holdUntilReady(
  app: FastifyInstance,
  { lifecycle }: { lifecycle: Lifecycle },
): void {
  app.addHook('onRequest', async ({ method, url }) => {
    if (lifecycle.isReady || !url.startsWith('/api/')) return
    if (recording.has(`${method} ${url.split('?', 1)[0]}`)) return
    const ready = lifecycle.ready.then(
      () => true,
      () => false,
    )
    if (await within(ready, patienceMs)) return
    throw new AppError('unavailable', 'Tributary is starting', { retryAfterSeconds })
  })
}
