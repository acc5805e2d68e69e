import { type ChildProcess, fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { userName } from '../../store/events/embedded/http-interface.ts'

/** A cluster behind one address; see cluster-process.ts for its limits. */
export interface TestCluster {
  url: string
  name: string
  remove(): Promise<void>
}

const processFile = fileURLToPath(new URL('./cluster-process.ts', import.meta.url))

export async function startTestCluster(): Promise<TestCluster> {
  const dir = await mkdtemp(join(tmpdir(), 'tributary-cluster-'))
  const secret = randomBytes(24).toString('base64url')
  const child: ChildProcess = fork(processFile, [dir, secret], {
    env: { UV_THREADPOOL_SIZE: '16', TZ: 'UTC' },
  })
  const [port] = (await once(child, 'message')) as [number]
  return {
    url: `http://${userName}:${secret}@127.0.0.1:${port}`,
    name: 'one_shard',
    async remove() {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
      await rm(dir, { recursive: true, force: true })
    },
  }
}
