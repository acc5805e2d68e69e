import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { StartRefused } from './errors.ts'
import { EngineError, EngineUnavailable } from './store/events/engine-errors.ts'

/** A database that a start needs, with the setting that names it: without a URL the embedded one. */
export interface NeededServer {
  product: 'ClickHouse' | 'Postgres'
  setting: 'CLICKHOUSE_URL' | 'DATABASE_URL'
  url: string | undefined
}

export interface Reaching {
  logger: Logger
  /** How long to wait for a server that does not answer. */
  patienceMs: number
  /** Ends the waiting. */
  signal?: AbortSignal
}

const tryEveryMs = 1_000
const warnEveryMs = 60_000

/**
 * Runs the first statements of a start. A server that does not answer may be starting too, or be restarted at this
 * moment: they are run again until it does, so they must be repeatable. Throws `StartRefused` once the patience has
 * ended, or at once if the server refuses what the setting says.
 */
export async function reachServer<Result>(
  server: NeededServer,
  connect: () => Promise<Result>,
  { logger, patienceMs, signal }: Reaching,
): Promise<Result> {
  const untilMs = performance.now() + patienceMs
  let warnAtMs = 0
  for (;;) {
    try {
      return await connect()
    } catch (error) {
      const problem = problemOf(error)
      if (problem === undefined) throw error
      const sentence = explain(server, problem)
      const nowMs = performance.now()
      if (problem.kind !== 'unreachable' || nowMs > untilMs || signal?.aborted) {
        throw new StartRefused(sentence, { cause: error })
      }
      if (nowMs >= warnAtMs) {
        logger.warn(sentence)
        warnAtMs = nowMs + warnEveryMs
      }
      await sleep(tryEveryMs, undefined, { signal }).catch(() => undefined)
    }
  }
}

interface Problem {
  /** Whether it does not answer, refuses the name and password, or has no such database. */
  kind: 'unreachable' | 'access' | 'database'
  reason: string
}

/** ClickHouse's codes: none at all, the network, a server that starts or stops. */
const unreachableCodes = [undefined, 210, 236, 394]
/** ClickHouse's codes for an unknown user, a wrong password, and both. */
const accessCodes = [192, 193, 516]
const unknownDatabase = 81

/** What keeps a server from being used, if it is not the statement. */
function problemOf(error: unknown): Problem | undefined {
  if (error instanceof EngineUnavailable) {
    if (!unreachableCodes.includes(error.code)) return undefined
    return { kind: 'unreachable', reason: reasonOf(error.cause) }
  }
  if (error instanceof EngineError) {
    const { code = 0 } = error
    const reason = `code ${code}`
    if (accessCodes.includes(code)) return { kind: 'access', reason }
    return code === unknownDatabase ? { kind: 'database', reason } : undefined
  }
  return postgresProblem(error)
}

/**
 * SQLSTATEs of https://www.postgresql.org/docs/current/errcodes-appendix.html and codes of sockets; of a lost
 * connection or a time-out, `pg` only has the message.
 */
const postgresProblems: readonly [kind: Problem['kind'], pattern: RegExp][] = [
  ['access', /^28(000|P01)$/],
  ['database', /^3D000$/],
  ['unreachable', /^(08\w{3}|57P0[123]|53300)$/],
  ['unreachable', /^E(CONN\w+|NOTFOUND|AI_AGAIN|TIMEDOUT|HOSTUNREACH|NETUNREACH)$/],
  ['unreachable', /^Connection terminated|^timeout e/],
]

function postgresProblem(error: unknown): Problem | undefined {
  // The store says `unavailable` instead of some, with the driver's error as the cause.
  const { cause = error } = error as Error
  const reason = reasonOf(cause)
  const [kind] = postgresProblems.find(([, pattern]) => pattern.test(reason)) ?? []
  return kind && { kind, reason }
}

const reasonOf = (error: unknown): string => {
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
