import { join } from 'node:path'
import { pino } from 'pino'
import type { Config } from '../config.ts'
import { AppError } from '../errors.ts'
import { commandsPatience, openStores } from '../open-stores.ts'
import { reachControlOf } from '../reach-control.ts'
import type { ControlStore } from '../store/control/control-store.ts'
import { connectClickHouse } from '../store/events/cluster/connect-clickhouse.ts'
import type { Engine } from '../store/events/engine.ts'
import { type EndpointNote, readEndpointNote } from './endpoint-note.ts'
import { type Retried, retryDeadLetters, retryPath } from './retry-dead-letters.ts'

/** The stores of an installation, for an operator's command. */
export interface ReachedStores {
  control: ControlStore
  engine: Engine
  /** Whether the server runs, and these are its stores. */
  isRunning: boolean
  /** Everything acknowledged before the call is in the engine when it resolves. */
  flush(): Promise<void>
  /** Retries the events and payments that the engine rejected. */
  retryDeadLetters(): Promise<Retried>
  close(): Promise<void>
}

/** What a running server is given to bring everything into the engine. */
const flushPatienceMs = 60_000

/**
 * Reaches the stores through the server that runs on the folder or, if none does, opens them, which also ships the
 * rest of the journal.
 */
export async function reachStores(config: Config): Promise<ReachedStores> {
  const note = await readEndpointNote(config.dataDir)
  const engineUrl = note && (await flushThrough(note))
  if (note === undefined || engineUrl === undefined) return openAll(config)
  const control = await reachControlOf(config)
  const engine = connectClickHouse(engineUrl, config.clickhouseCluster)
  return {
    control,
    engine,
    isRunning: true,
    flush: async () => {
      if ((await flushThrough(note)) === undefined) {
        throw serverGone()
      }
    },
    async retryDeadLetters() {
      const retried = await ask<Retried>(note, retryPath)
      if (retried === undefined) throw serverGone()
      return retried
    },
    async close() {
      await engine.close()
      await control.close()
    },
  }
}

/** The engine's address; undefined if no server is behind the note any more. */
async function flushThrough(note: EndpointNote): Promise<string | undefined> {
  return (await ask<{ engineUrl: string }>(note, '/flush'))?.engineUrl
}

/** The server's answer to a command; undefined when the server that wrote the note is gone. */
async function ask<Reply>({ port, token }: EndpointNote, path: string): Promise<Reply | undefined> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(flushPatienceMs),
  }).catch((error: unknown) => {
    if (error instanceof TypeError) return undefined
    throw error
  })
  // Another program may have been given the port of a killed server.
  if (response === undefined || response.status === 401 || response.status === 404) return undefined
  const body = (await response.json()) as Reply & { error?: string }
  if (!response.ok) {
    throw new AppError('unavailable', `The running server could not help: ${body.error}`)
  }
  return body
}

function serverGone(): AppError {
  return new AppError('unavailable', 'The server stopped meanwhile; run the command again')
}

async function openAll(config: Config): Promise<ReachedStores> {
  await using opened = new AsyncDisposableStack()
  const logger = pino({ level: 'silent' })
  const { control, engine, engineStarted, events } = await openStores(
    config,
    logger,
    opened,
    commandsPatience,
  )
  await engineStarted
  const resources = opened.move()
  return {
    control,
    engine,
    isRunning: false,
    flush: () => events.flush(),
    retryDeadLetters: () => retryDeadLetters({ control, engine, events, logger }),
    close: () => resources.disposeAsync(),
  }
}

/** The embedded engine's own folder, whose layout is the engine's. */
export function engineFolder(dataDir: string): string {
  return join(dataDir, 'events', 'db')
}
