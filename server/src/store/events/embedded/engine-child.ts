import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import { endBeforeServer, giveWay } from '../../../process/background-priority.ts'
import { compileCacheFolder } from '../../../process/compile-cache.ts'
import type { EngineReport, StartMessage, StopMessage } from './engine-process.ts'
import { isRoomy, isSmall, type MemoryLimits } from './engine-settings.ts'

/** A running engine process. */
export interface EngineChild {
  pid: number
  port: number
  version: string
  /** Resolves when the process is gone, with the reason. */
  ended: Promise<string>
  /** The end of its output, once it has ended: the only trace of a fault in the engine's own code. */
  lastLines: Promise<readonly string[]>
  /** Asks it to finish running statements and close the folder; after `patienceMs` it is killed. */
  stop(patienceMs: number): Promise<void>
  /** Kills it at once; nothing that was confirmed is lost. */
  kill(): void
}

/** The requested port belongs to another process by now. */
export class PortTaken extends Error {}

const processFile = fileURLToPath(new URL('./engine-process.ts', import.meta.url))

/** Starts an engine process. Resolves when it answers, rejects with its reason if it cannot. */
export async function startEngineChild(start: StartMessage, logger: Logger): Promise<EngineChild> {
  // Created here, for its owner only, before the child's own code runs. Synchronously: a start loads the rest of the
  // server next, and the child would not begin before that is done, 0.7 s later.
  mkdirSync(start.dir, { recursive: true, mode: 0o700 })
  const child = fork(processFile, [], {
    // The environment is not inherited: the child needs only the secret in the message.
    env: {
      // chDB runs statements on libuv's threads; 4 would be too few, and files use them too.
      UV_THREADPOOL_SIZE: '16',
      TZ: 'UTC',
      JE_MALLOC_CONF: allocatorSettings(start.memory),
      // Spares the child the TypeScript stripper: 24 MB, and a third of its start.
      NODE_COMPILE_CACHE: compileCacheFolder() ?? join(start.dir, 'compiled'),
    },
    execArgv: ['--disable-warning=ExperimentalWarning'],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  // Before it has threads of its own, which inherit the priority of the creating one.
  if (child.pid !== undefined) {
    giveWay(child.pid)
    endBeforeServer('engine', child.pid)
  }
  const lastLines = passLines(child, logger)
  const ended = once(child, 'exit').then(
    ([code, signal]) => (signal === null ? `exit code ${code}` : `signal ${signal}`),
    (error: Error) => error.message,
  )
  child.send(start)
  const report = await Promise.race([
    once(child, 'message').then(([message]) => message as EngineReport),
    ended.then((reason): EngineReport => ({ type: 'failed', reason, portTaken: false })),
  ])
  if (report.type === 'failed') {
    await ended
    const message = `The events engine did not start: ${report.reason}`
    throw report.portTaken ? new PortTaken(message) : new Error(message)
  }
  if (report.type === 'gave-up') {
    await ended
    throw new Error(`The events engine did not start: ${report.reason}`)
  }
  child.on('message', (later: EngineReport) => {
    if (later.type === 'gave-up') logger.error({ reason: later.reason }, 'events engine gives up')
  })
  for (const line of report.recovered) logger.warn({ line }, 'events engine recovered')
  return {
    pid: child.pid as number,
    port: report.port,
    version: report.version,
    ended,
    lastLines,
    stop: (patienceMs) => stopChild(child, ended, patienceMs),
    kill: () => void child.kill('SIGKILL'),
  }
}

/**
 * Fewer arenas keep less freed memory: 0.95 instead of 1.18 GB after four greedy statements. A small engine has one. Freed
 * memory stays for the next statements, because Linux clears each page that was returned before it gives it again. With 1 GB
 * only for a moment: when it was a second, Linux ended the engine (docs/decisions/0090-keep-freed-memory-between-statements.md).
 */
function allocatorSettings(memory: MemoryLimits): string {
  if (isSmall(memory)) return 'dirty_decay_ms:1000,muzzy_decay_ms:0,narenas:1,lg_tcache_max:13'
  const decayMs = isRoomy(memory) ? 60_000 : 200
  return `dirty_decay_ms:${decayMs},muzzy_decay_ms:0,narenas:4`
}

async function stopChild(
  child: ChildProcess,
  ended: Promise<string>,
  patienceMs: number,
): Promise<void> {
  const message: StopMessage = { type: 'stop' }
  // It may have just died; then `ended` settles.
  child.send(message, () => undefined)
  const timer = setTimeout(() => child.kill('SIGKILL'), patienceMs)
  await ended
  clearTimeout(timer)
}

/** Fits a stack trace. */
const mostLastLines = 40

/** The engine writes much to its error output, also if all is well. Resolves to its last lines when it has ended. */
async function passLines(child: ChildProcess, logger: Logger): Promise<readonly string[]> {
  const last: string[] = []
  for (const stream of [child.stdout, child.stderr]) {
    if (stream === null) continue
    createInterface({ input: stream }).on('line', (line) => {
      logger.debug({ line }, 'engine says')
      last.push(line)
      if (last.length > mostLastLines) last.shift()
    })
  }
  // After `exit` there may be some left to read. A child that could not be started has none.
  await once(child, 'close').catch(() => undefined)
  return last
}
