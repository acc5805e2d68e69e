import { keyedCoalesce } from '../../concurrency/coalesce.ts'
import type { Engine } from '../../store/events/engine.ts'

const ofEngine = new WeakMap<Engine, ReturnType<typeof keyedCoalesce>>()

/** Reads once for all who ask an engine for the same at the same time, `key` naming it. See `keyedCoalesce`. */
export function askTogether<Answer>(
  engine: Engine,
  key: string,
  read: () => Promise<Answer>,
): Promise<Answer> {
  const share = ofEngine.get(engine) ?? keyedCoalesce()
  ofEngine.set(engine, share)
  return share(key, read)
}
