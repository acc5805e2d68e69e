import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Services } from '../services.ts'
import type { ControlStore } from '../store/control/control-store.ts'
import { within } from '../within.ts'

const patienceMs = 2000

/**
 * `/health/live`: the process answers. `/health/ready`: it can do its work, so both stores answer
 * and it is neither starting nor about to stop. `/metrics`: figures for Prometheus.
 */
export function healthRoutes(app: FastifyInstance, services: Services): void {
  app.get('/health/live', async (_request, reply) => send(reply, 200, { status: 'live' }))

  app.get('/health/ready', async (_request, reply) => {
    if (services.lifecycle.draining) return send(reply, 503, { status: 'draining' })
    if (!services.lifecycle.isReady) return send(reply, 503, { status: 'starting' })
    const [engine, control] = await Promise.all([
      answers(services.engine.ping()),
      answers(reads(services.control)),
    ])
    const ready = engine && control
    return send(reply, ready ? 200 : 503, {
      status: ready ? 'ready' : 'not ready',
      engine: engine ? 'ok' : 'unreachable',
      control: control ? 'ok' : 'unreachable',
    })
  })

  app.get('/metrics', async (_request, reply) => {
    const { registry } = services.metrics
    return reply.header('Content-Type', registry.contentType).send(await registry.metrics())
  })
}

function send(reply: FastifyReply, status: number, body: object): FastifyReply {
  return reply.code(status).send(body)
}

/** A query that only reads, so that it waits for no commit. */
async function reads({ db }: ControlStore): Promise<boolean> {
  await db.selectNoFrom(({ val }) => val(1).as('one')).execute()
  return true
}

/** Whether a store answers in time. That it does not is the very thing to report, so no error. */
function answers(probe: Promise<boolean>): Promise<boolean> {
  return within(
    probe.catch(() => false),
    patienceMs,
  )
}
