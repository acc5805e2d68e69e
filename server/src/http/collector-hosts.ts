import { failure } from '@tributary/contract/envelope.ts'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { sendFailure } from './reply.ts'

/** What websites need; most hits are answered before they reach a route. */
const served = /^\/(api\/collect|js\/[^/]+|health\/(live|ready))$/

/**
 * Hosts that websites use for the tracker serve nothing else: a script that runs on such a
 * host, or reads its cookies, has no access to the dashboard's origin.
 */
export function keepCollectorsApart(app: FastifyInstance, { config }: { config: Config }): void {
  const names = new Set(config.collectorHosts)
  if (names.size === 0) return
  app.addHook('onRequest', (request, reply, done) => {
    const path = request.url.split('?', 1)[0] ?? ''
    // A proxy may pass the name on in either header, and a stranger may send one that is not a collector's.
    const given = [nameIn(request.hostname), nameIn(request.headers.host)]
    if (served.test(path) || !given.some((name) => names.has(name))) return done()
    sendFailure(reply, failure(404, 'Not found'))
  })
}

function nameIn(host: string | undefined): string {
  return (host ?? '').toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '')
}
