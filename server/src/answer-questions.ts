import { parentPort } from 'node:worker_threads'
import { answerers } from './answerers.ts'
import { cancellation } from './answers/cancellation.ts'
import type { FromThread, ToThread } from './answers/messages.ts'
import { reachEngine } from './answers/reach-engine.ts'
import { AppError } from './errors.ts'
import { failureOf } from './failure.ts'
import { giveWayAsThread } from './process/background-priority.ts'
import { withinLimits } from './reports/within-limits.ts'
import type { Engine } from './store/events/engine.ts'
import { tracedEngine } from './store/events/traced-engine.ts'
import { engineCalls, onFinished } from './store/trace.ts'

/**
 * The thread that computes reports. Rows of the engine are read, credited and added up here, so that the thread that
 * accepts hits never waits for it.
 */

if (parentPort === null) throw new Error('questions are answered on a worker thread')
const server = parentPort
const post = (message: FromThread): void => server.postMessage(message)

giveWayAsThread()
const engine = tracedEngine(reachEngine(server))
onFinished(engineCalls, (seconds, outcome, { kind, name }) =>
  post({ type: 'engine-called', kind, name, outcome, seconds }),
)

type Work = (engine: Engine, ...asked: readonly unknown[]) => Promise<unknown>
const works = new Map(Object.entries(answerers as Record<string, Work>))

const inProgress = new Map<number, AbortController>()
const abandoned = () => new AppError('abandoned', 'No reader waits for the answer any more')

server.on('message', (message: ToThread) => {
  if (message.type === 'ask') void answer(message)
  else if (message.type === 'cancel') inProgress.get(message.id)?.abort(abandoned())
})

async function answer({ id, name, asked }: Extract<ToThread, { type: 'ask' }>): Promise<void> {
  // Where messages are sent, `Asking.ask` ensures that names and arguments belong together.
  const work = works.get(name)
  const controller = new AbortController()
  inProgress.set(id, controller)
  try {
    if (work === undefined) throw new Error(`nothing answers ${name}`)
    const answer = await cancellation.run(controller.signal, () =>
      withinLimits(() => work(engine, ...asked), asked[0]),
    )
    post({ type: 'answered', id, answer })
  } catch (error) {
    post({ type: 'failed', id, failure: failureOf(error) })
  } finally {
    inProgress.delete(id)
  }
}
