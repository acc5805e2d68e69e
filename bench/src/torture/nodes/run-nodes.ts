import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { NodesResult } from './nodes.ts'
import { canCutNetwork } from './place.ts'

const nodesProcess = fileURLToPath(new URL('./nodes-process.ts', import.meta.url))

/** Runs the nodes' test, in a network namespace of its own where this process may make one. */
export async function runNodes(options: { rounds: number; seed: number }): Promise<NodesResult> {
  const isolated = canCutNetwork()
  const [program = '', ...parameters] = [
    ...(isolated ? ['unshare', '-n'] : []),
    ...[process.execPath, nodesProcess, String(options.rounds), String(options.seed)],
    ...(isolated ? ['isolated'] : []),
  ]
  const child = spawn(program, parameters, { stdio: ['ignore', 'pipe', 'inherit'] })
  let text = ''
  child.stdout.on('data', (chunk) => {
    text += chunk
  })
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`the nodes' test ended with ${code}`)
  return JSON.parse(text)
}
