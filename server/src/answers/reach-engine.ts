import type { MessagePort } from 'node:worker_threads'
import { errorOf } from '../failure.ts'
import { connectClickHouse } from '../store/events/cluster/connect-clickhouse.ts'
import type { Engine, ReadLimits } from '../store/events/engine.ts'
import { lastingEngine } from '../store/events/lasting-engine.ts'
import { cancellation } from './cancellation.ts'
import type { EnginePlace, FromThread, ToThread } from './messages.ts'

/** The engine's client on a thread, at the address that the server reports. It ends what it reads for cancelled work. */
export function reachEngine(server: MessagePort): Engine {
  let known: { engine: Engine; run: EnginePlace['run'] } | undefined
  let wanted: PromiseWithResolvers<EnginePlace> | undefined

  server.on('message', (message: ToThread) => {
    if (message.type === 'engine') wanted?.resolve(message.place)
    else if (message.type === 'no-engine') wanted?.reject(errorOf(message.failure))
    else return
    wanted = undefined
  })

  async function current(failed?: Engine): Promise<Engine> {
    if (known !== undefined && known.engine !== failed) return known.engine
    if (wanted === undefined) {
      wanted = Promise.withResolvers()
      server.postMessage({ type: 'engine-wanted' } satisfies FromThread)
    }
    const { url, cluster, run } = await wanted.promise
    if (known !== undefined && known.run === run) return known.engine
    const before = known
    known = { engine: connectClickHouse(url, cluster), run }
    const { engine } = known
    // Awaited: an unhandled rejection would end the thread.
    await before?.engine.close()
    return engine
  }
  const lasting = lastingEngine(current, () => known?.run !== undefined)
  const cancellable = (limits?: ReadLimits) => ({ ...limits, signal: cancellation.getStore() })
  return {
    ...lasting,
    query: (sql, params, limits) => lasting.query(sql, params, cancellable(limits)),
    queryColumns: (sql, params, limits) => lasting.queryColumns(sql, params, cancellable(limits)),
  }
}
