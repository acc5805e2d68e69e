import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { sampleHeaders, sampleHit } from '../measures/server-process.ts'
import type { LoadResult } from './load-process.ts'
import { runLoad } from './run-load.ts'

const bareServer = fileURLToPath(new URL('./bare-server-process.ts', import.meta.url))

/** A server that only reads bodies and answers 202, in a separate process. */
export interface BareServer {
  port: number
  pid: number
  stop(): void
}

export async function startBare(): Promise<BareServer> {
  const child = fork(bareServer)
  const [port] = (await once(child, 'message')) as [number]
  return { port, pid: child.pid as number, stop: () => void child.kill() }
}

/** Requests per second of a bare Node server over as many connections: the yardstick. */
export async function measureBare(connections = 64): Promise<LoadResult> {
  const { port, stop } = await startBare()
  try {
    return await runLoad({
      ...{ port, path: '/api/collect', headers: sampleHeaders, connections, seconds: 5 },
      bodies: [sampleHit('site_aaaaaaaaaaaa')],
    })
  } finally {
    stop()
  }
}
