import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { sampleHeaders, sampleHit } from '../measures/server-process.ts'
import type { LoadResult } from './load-process.ts'
import { runLoad } from './run-load.ts'

const bareServer = fileURLToPath(new URL('./bare-server-process.ts', import.meta.url))

/** What a bare server of Node's does with the hits of as many connections: what others are compared with. */
export async function measureBare(connections = 64): Promise<LoadResult> {
  const child = fork(bareServer)
  try {
    const [port] = (await once(child, 'message')) as [number]
    return await runLoad({
      ...{ port, path: '/api/collect', headers: sampleHeaders, connections, seconds: 5 },
      bodies: [sampleHit('site_aaaaaaaaaaaa')],
    })
  } finally {
    child.kill()
  }
}
