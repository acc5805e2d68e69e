/**
 * An intake worker: a thread with its own listeners at the server's address. It reads and validates hits and passes
 * them in batches to the server's thread, which stores them and returns the results. It forwards all other requests.
 */
import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import { errorOf, failureOf } from '../../failure.ts'
import { boundConnections } from '../../http/connections/bound-connections.ts'
import { drain } from '../../http/connections/drain.ts'
import { closed, openExtraListeners } from '../../http/connections/extra-listeners.ts'
import { httpOptions } from '../../http/connections/http-options.ts'
import { replyToMalformed } from '../../http/reply.ts'
import type { CollectedHit } from '../collector.ts'
import type { HitRequest } from '../hit-request.ts'
import type { FinishedRequest } from '../http/hit-intake.ts'
import { HitServer } from '../http/hit-server.ts'
import type { ReceivedHit } from '../receive-hit.ts'
import { forwardRequests } from './forward-requests.ts'
import type { FromIntake, IntakeData, ToIntake } from './messages.ts'

if (parentPort === null) throw new Error('intake-thread.ts is started by the server')
const parent = parentPort
const data = workerData as IntakeData
const { place, mostConnections } = data

const post = (message: FromIntake) => parent.postMessage(message)
const waiting = new Map<number, PromiseWithResolvers<CollectedHit>>()
let taken = 0
let hits: string[] = []
let finished: FinishedRequest[] = []

function collect(received: ReceivedHit, request: HitRequest): Promise<CollectedHit> {
  const answered = Promise.withResolvers<CollectedHit>()
  waiting.set(taken++, answered)
  hits.push(JSON.stringify([received, request]))
  soon()
  return answered.promise
}

let isSoon = false

/** One message for all hits of a turn of the event loop. */
function soon(): void {
  if (isSoon) return
  isSoon = true
  setImmediate(() => {
    isSoon = false
    if (hits.length > 0) {
      post({ type: 'hits', first: taken - hits.length, hits: `[${hits.join(',')}]` })
      hits = []
    }
    if (finished.length > 0) {
      post({ type: 'requests', finished })
      finished = []
    }
  })
}

const server = new HitServer(httpOptions, {
  config: data,
  intake: {
    collect,
    onFinished(request) {
      finished.push(request)
      soon()
    },
    onError: (error) => post({ type: 'failed', failure: failureOf(error) }),
  },
  next: forwardRequests((port, remoteAddress) => {
    parent.postMessage({ type: 'connection', port, remoteAddress } satisfies FromIntake, [port])
  }),
})
boundConnections(server, mostConnections)
server.on('clientError', replyToMalformed)
server.listen({ ...place, reusePort: true })
await once(server, 'listening')
const listeners = await openExtraListeners(server, place)
post({ type: 'listening' })

parent.on('message', (message: ToIntake) => {
  if (message.type === 'answers') {
    for (const id of message.stored) take(id)?.resolve({})
    for (const [id, outcome] of message.others) {
      if ('hit' in outcome) take(id)?.resolve(outcome.hit)
      else take(id)?.reject(errorOf(outcome.failure))
    }
  } else if (message.type === 'drain') {
    void drain(server, listeners).then(() => post({ type: 'drained' }))
  } else {
    const all = [server, ...listeners].map(closed)
    server.closeIdleConnections()
    void Promise.all(all).then(() => post({ type: 'closed' }))
  }
})

function take(id: number): PromiseWithResolvers<CollectedHit> | undefined {
  const answered = waiting.get(id)
  waiting.delete(id)
  return answered
}
