import type { Config } from './config.ts'
import {
  commandPatienceMs,
  type Problem,
  type Reaching,
  reachServer,
  reasonOf,
} from './reach-server.ts'
import {
  type ControlStore,
  type ControlStoreOptions,
  controlFile,
  openControlStore,
} from './store/control/control-store.ts'

/** Opens the control store and updates its tables, as `reachServer` runs the first statements on a server. */
export function reachControl(
  options: ControlStoreOptions,
  reaching: Reaching,
): Promise<ControlStore> {
  const { databaseUrl: url } = options
  const server = { product: 'Postgres', setting: 'DATABASE_URL', url, problemOf } as const
  return reachServer(server, () => openControlStore(options), reaching)
}

/** Opens the control store that the settings name, for a command. */
export function reachControlOf({
  databaseUrl,
  dataDir,
}: Pick<Config, 'databaseUrl' | 'dataDir'>): Promise<ControlStore> {
  const place = { databaseUrl, file: controlFile(dataDir) }
  return reachControl(place, { patienceMs: commandPatienceMs })
}

/**
 * SQLSTATEs of https://www.postgresql.org/docs/current/errcodes-appendix.html and codes of sockets; of a lost
 * connection or a time-out, `pg` only has the message.
 */
const problems: readonly [kind: Problem['kind'], pattern: RegExp][] = [
  ['access', /^28(000|P01)$/],
  ['database', /^3D000$/],
  ['unreachable', /^(08\w{3}|57P0[123]|53300)$/],
  ['unreachable', /^E(CONN\w+|NOTFOUND|AI_AGAIN|TIMEDOUT|HOSTUNREACH|NETUNREACH)$/],
  ['unreachable', /^Connection terminated|^timeout e/],
]

function problemOf(error: unknown): Problem | undefined {
  // The store says `unavailable` instead of some, with the driver's error as the cause.
  const { cause = error } = error as Error
  const reason = reasonOf(cause)
  const [kind] = problems.find(([, pattern]) => pattern.test(reason)) ?? []
  return kind && { kind, reason }
}
