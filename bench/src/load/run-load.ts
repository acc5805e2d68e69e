import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { LoadOrder, LoadResult } from './load-process.ts'

const loadProcess = fileURLToPath(new URL('./load-process.ts', import.meta.url))

/** Puts a server under load from a separate process and returns the result. */
export async function runLoad(order: LoadOrder): Promise<LoadResult> {
  const child = fork(loadProcess)
  try {
    child.send(order)
    const [result] = (await once(child, 'message')) as [LoadResult]
    return result
  } finally {
    child.kill()
  }
}
