import type { FastifyInstance, FastifyReply } from 'fastify'
import type { ControlStore } from '../store/control/control-store.ts'
import type { Engine } from '../store/events/engine.ts'
import { within } from '../within.ts'
import type { Metrics } from './metrics.ts'

/** The process's state, as health checks show it. */
export interface Lifecycle {
  /** Resolves when the events engine has started and holds no data of erased visitors. */
  readonly ready: Promise<void>
  isReady: boolean
  /** Set when the process is stopping: no new work should be sent here. */
  draining: boolean
}

/** What determines whether this process can do its work. */
export interface HealthDeps {
  engine: Engine
  control: ControlStore
  metrics: Metrics
  lifecycle: Lifecycle
}

const patienceMs = 2000

/**
 * `/health/live`: the process answers. `/health/ready`: it can do its work, so both stores answer
 * and it is neither starting nor about to stop. `/metrics`: figures for Prometheus.
 */
export function healthRoutes(app: FastifyInstance, deps: HealthDeps): void {
  app.get('/health/live', async (_request, reply) => send(reply, 200, { status: 'live' }))

  app.get('/health/ready', async (_request, reply) => {
    if (deps.lifecycle.draining) return send(reply, 503, { status: 'draining' })
    if (!deps.lifecycle.isReady) return send(reply, 503, { status: 'starting' })
    const [engine, control] = await Promise.all([
      answers(deps.engine.ping()),
      answers(reads(deps.control)),
    ])
    const ready = engine && control
    return send(reply, ready ? 200 : 503, {
      status: ready ? 'ready' : 'not ready',
      engine: engine ? 'ok' : 'unreachable',
      control: control ? 'ok' : 'unreachable',
    })
  })

  app.get('/metrics', async (_request, reply) => {
    const { registry, text } = deps.metrics
    return reply.header('Content-Type', registry.contentType).send(await text())
  })
}

function send(reply: FastifyReply, status: number, body: object): FastifyReply {
  return reply.code(status).send(body)
}

/** A read-only query, so that it waits for no commit. */
async function reads({ db }: ControlStore): Promise<boolean> {
  await db.selectNoFrom(({ val }) => val(1).as('one')).execute()
  return true
}

/** Whether a store answers in time. A failure is the result itself, so it throws no error. */
function answers(probe: Promise<boolean>): Promise<boolean> {
  return within(
    probe.catch(() => false),
    patienceMs,
  )
}
