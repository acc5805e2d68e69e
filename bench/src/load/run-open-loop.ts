import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { OpenLoopOrder, OpenLoopResult } from './open-loop-process.ts'

const openLoopProcess = fileURLToPath(new URL('./open-loop-process.ts', import.meta.url))

/** Sends requests at a fixed rate from a separate process, whatever the server does, and returns the result. */
export async function runOpenLoop(order: OpenLoopOrder): Promise<OpenLoopResult> {
  const child = fork(openLoopProcess)
  try {
    child.send(order)
    const [result] = (await once(child, 'message')) as [OpenLoopResult]
    return result
  } finally {
    child.kill()
  }
}
