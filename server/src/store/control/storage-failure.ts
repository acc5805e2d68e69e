import { AppError } from '../../errors.ts'

/**
 * Turns a failure of the machine, rather than of the statement, into `unavailable`: nothing was stored, and the
 * caller may try again. A row of something that another request has deleted meanwhile, such as a site, is
 * `not-found`, as it is a moment later. Other errors pass unchanged.
 */
export function asAppError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof AppError) return error
  if (lacksParent(error))
    return new AppError('not-found', 'It was deleted just now', { cause: error })
  const trouble = sqliteTrouble(error) ?? postgresTrouble(error)
  if (trouble === undefined) return error
  return new AppError('unavailable', trouble, { cause: error, retryAfterSeconds: 10 })
}

/** A violated foreign key: SQLITE_CONSTRAINT_FOREIGNKEY, and Postgres's foreign_key_violation. */
function lacksParent(error: Error): boolean {
  return (
    ('errcode' in error && error.errcode === 787) || ('code' in error && error.code === '23503')
  )
}

/**
 * Primary result codes of https://sqlite.org/rescode.html that an operator can fix. Careful: when a disk fails,
 * SQLite reports it once (10) and from then on that the file is malformed (11), because it reads pages that were
 * never written. Seen 1,400 times in eight cuts of a disk's power.
 */
const sqliteTroubles: Readonly<Record<number, string>> = {
  5: 'The control store is busy',
  6: 'The control store is busy',
  7: 'The server is out of memory',
  8: 'The control store cannot be written',
  10: 'The disk failed',
  11: 'The control store cannot be read',
  13: 'The disk is full',
  14: 'The control store cannot be opened',
  15: 'The control store is busy',
  26: 'The control store cannot be read',
}

function sqliteTrouble(error: Error): string | undefined {
  // The low byte is the primary code; extended codes carry more above.
  return 'errcode' in error ? sqliteTroubles[Number(error.errcode) & 0xff] : undefined
}

/** Classes of https://www.postgresql.org/docs/current/errcodes-appendix.html. */
const postgresTroubles: readonly [start: string, trouble: string][] = [
  ['08', 'The control store cannot be reached'],
  // The server has become a standby.
  ['25006', 'The control store cannot be written'],
  ['53100', 'The disk is full'],
  ['53', 'The control store is busy'],
  ['57P', 'The control store is stopping'],
  ['58', 'The disk failed'],
  ['XX001', 'The control store cannot be read'],
  ['XX002', 'The control store cannot be read'],
]

/** Errors of `pg` and sockets when the connection is lost during a query; these have no SQLSTATE. */
const lostConnection =
  /^(?:Connection terminated|Client has encountered a connection error|read ECONNRESET|write EPIPE|read ETIMEDOUT)/

function postgresTrouble(error: Error): string | undefined {
  const state = 'code' in error ? String(error.code) : ''
  const known = postgresTroubles.find(([start]) => state.length === 5 && state.startsWith(start))
  if (known !== undefined) return known[1]
  return lostConnection.test(error.message) ? 'The control store cannot be reached' : undefined
}
