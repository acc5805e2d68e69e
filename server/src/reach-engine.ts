import { type Problem, type Reaching, reachServer, reasonOf } from './reach-server.ts'
import { EngineError, EngineUnavailable } from './store/events/engine-errors.ts'

/** Runs the first statements on the events engine, as `reachServer` does. */
export function reachEngine<Result>(
  url: string | undefined,
  connect: () => Promise<Result>,
  reaching: Reaching,
): Promise<Result> {
  const server = { product: 'ClickHouse', setting: 'CLICKHOUSE_URL', url, problemOf } as const
  return reachServer(server, connect, reaching)
}

/** ClickHouse's codes: none at all, the network, a server that starts or stops. */
const unreachableCodes = [undefined, 210, 236, 394]
/** ClickHouse's codes for an unknown user, a wrong password, and both. */
const accessCodes = [192, 193, 516]
const unknownDatabase = 81

function problemOf(error: unknown): Problem | undefined {
  if (error instanceof EngineUnavailable) {
    if (!unreachableCodes.includes(error.code)) return undefined
    return { kind: 'unreachable', reason: reasonOf(error.cause) }
  }
  if (!(error instanceof EngineError)) return undefined
  const { code = 0 } = error
  const reason = `code ${code}`
  if (accessCodes.includes(code)) return { kind: 'access', reason }
  return code === unknownDatabase ? { kind: 'database', reason } : undefined
}
