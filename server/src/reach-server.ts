import { setTimeout as sleep } from 'node:timers/promises'
import { StartRefused } from './errors.ts'

/** A database with the setting that names it: without a URL the embedded one. */
export interface NeededServer {
  product: 'ClickHouse' | 'Postgres'
  setting: 'CLICKHOUSE_URL' | 'DATABASE_URL'
  url: string | undefined
  /** What keeps the server from being used; undefined if that is not the reason of the error. */
  problemOf(error: unknown): Problem | undefined
}

export interface Problem {
  /** Whether it does not answer, refuses the name and password, or has no such database. */
  kind: 'unreachable' | 'access' | 'database'
  reason: string
}

export interface Reaching {
  /** How long to wait for a server that does not answer. */
  patienceMs: number
  /** Receives the reason for waiting, at first and then every minute. */
  onWait?(sentence: string): void
  /** Ends the waiting. */
  signal?: AbortSignal
}

/** Of a command, for which a person waits. */
export const commandPatienceMs = 5_000

const tryEveryMs = 1_000
const reportEveryMs = 60_000

/**
 * Runs the first statements on a server. One that does not answer may be starting too, or be restarted at this
 * moment: they are run again until it does, so they must be repeatable. Throws `StartRefused` once the patience has
 * ended, or at once if the server refuses what the setting says.
 */
export async function reachServer<Result>(
  server: NeededServer,
  connect: () => Promise<Result>,
  { patienceMs, onWait, signal }: Reaching,
): Promise<Result> {
  const untilMs = performance.now() + patienceMs
  let reportAtMs = 0
  for (;;) {
    try {
      return await connect()
    } catch (error) {
      const problem = server.problemOf(error)
      if (problem === undefined) throw error
      const sentence = explain(server, problem)
      const nowMs = performance.now()
      if (problem.kind !== 'unreachable' || nowMs > untilMs || signal?.aborted) {
        throw new StartRefused(sentence, { cause: error })
      }
      if (nowMs >= reportAtMs) {
        onWait?.(sentence)
        reportAtMs = nowMs + reportEveryMs
      }
      await sleep(tryEveryMs, undefined, { signal }).catch(() => undefined)
    }
  }
}

/** The code of an error of the system or the database, else its message. */
export function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  return code ?? message
}

function explain({ product, setting, url }: NeededServer, { kind, reason }: Problem): string {
  // It is started again if it ends meanwhile.
  if (url === undefined) return `The embedded database does not answer (${reason}).`
  const { host, pathname, searchParams } = new URL(url)
  const place = `${product} at ${searchParams.get('host') ?? host}`
  switch (kind) {
    case 'access':
      return `${place} refuses the name or the password in ${setting} (${reason}). Correct them.`
    case 'database':
      return `${place} has no database "${pathname.slice(1)}", which ${setting} names. Create it, or correct the setting.`
    case 'unreachable':
      return `${place} does not answer (${reason}). Start it, or correct ${setting}.`
  }
}
