import { mkdirSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { returnUnusedMemory } from '../../../process/unused-memory.ts'
import { openChdbFolder } from './chdb-folder.ts'
import { isSmall, type MemoryLimits, writeEngineSettings } from './engine-settings.ts'
import { createHttpInterface } from './http-interface.ts'

/** The server's message to its engine process, sent once after starting it. */
export interface StartMessage {
  type: 'start'
  dir: string
  /** 0 for any free one. */
  port: number
  secret: string
  memory: MemoryLimits
  lockWaitMs: number
}

export interface StopMessage {
  type: 'stop'
}

/** The engine process's messages: where it listens, or why it cannot; later, why it ends itself. */
export type EngineReport =
  | { type: 'ready'; port: number; version: string; recovered: readonly string[] }
  | { type: 'failed'; reason: string; portTaken: boolean }
  | { type: 'gave-up'; reason: string }

// Files created here are the owner's alone.
process.umask(0o077)

// The channel closes when the server dies, however it died. The engine holds nothing that a kill would lose, so it
// ends at once and frees the folder for the next server.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
// Ctrl-C reaches the whole process group; the server decides when its engine ends.
process.on('SIGINT', () => undefined)
process.on('SIGTERM', () => undefined)

process.once('message', (message: StartMessage) => {
  start(message).catch((error: NodeJS.ErrnoException) => {
    const portTaken = error.code === 'EADDRINUSE'
    report({ type: 'failed', reason: error.message, portTaken }, () => process.exit(1))
  })
})

async function start(message: StartMessage): Promise<void> {
  mkdirSync(message.dir, { recursive: true, mode: 0o700 })
  const connectionArgs = writeEngineSettings(join(message.dir, 'config'), message.memory)
  const folder = await openChdbFolder({
    dir: join(message.dir, 'db'),
    connectionArgs,
    lockWaitMs: message.lockWaitMs,
    giveUp: (reason) =>
      report({ type: 'gave-up', reason }, () => process.kill(process.pid, 'SIGKILL')),
  })
  dieOfFatalSignals()
  returnUnusedMemory(
    (error) => process.stderr.write(`unused memory is not returned: ${(error as Error).message}\n`),
    isSmall(message.memory),
  )
  const server = createHttpInterface(folder, message.secret)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(message.port, '127.0.0.1', resolve)
  })
  process.once('message', async () => {
    server.close()
    server.closeIdleConnections()
    await folder.close()
    process.exit(0)
  })
  const { port } = server.address() as AddressInfo
  report({ type: 'ready', port, version: folder.version, recovered: folder.recovered })
}

/**
 * Careful: chDB catches these signals to print a stack, and then hangs for ever instead of dying (seen with 26.7).
 * Handlers set once the folder is open end the process at once, so that the server starts another. If a fault keeps
 * even these from running, the server's watch ends it.
 */
function dieOfFatalSignals(): void {
  for (const signal of ['SIGSEGV', 'SIGBUS', 'SIGABRT', 'SIGILL', 'SIGFPE'] as const) {
    process.on(signal, () => {
      process.stderr.write(`the engine was ended by ${signal}\n`)
      process.kill(process.pid, 'SIGKILL')
    })
  }
}

function report(engineReport: EngineReport, sent: () => void = () => undefined): void {
  process.send?.(engineReport, sent)
}
