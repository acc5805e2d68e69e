import { ClickHouseError } from '@clickhouse/client'
import { AppError } from '../../errors.ts'

/**
 * The engine refused: wrong SQL, a wrong parameter, rows it cannot read. Repeating the request gives the same
 * answer, so this is a bug or bad rows, never a reason to wait.
 */
export class EngineError extends Error {
  /** ClickHouse's error code; 62 is a syntax error, 60 an unknown table. */
  readonly code: number | undefined
  /** True when the rows of an insert are at fault: a shipper quarantines them and continues. */
  readonly rowsRefused: boolean

  constructor(code: number | undefined, message: string, cause: unknown) {
    super(message, { cause })
    this.name = 'EngineError'
    this.code = code
    this.rowsRefused = code !== undefined && rowRefusals.has(code)
  }
}

/** The engine could not answer just now (connection, time-out, memory, too many parts): try later. */
export class EngineUnavailable extends AppError {
  readonly code: number | undefined
  /** True when the engine is unreachable, so that the same request may be sent to a new engine. */
  readonly unreachable: boolean

  constructor(code: number | undefined, cause: unknown) {
    const message =
      code === timeoutExceeded
        ? 'The question took too long to answer'
        : 'The events engine is not available just now'
    super('unavailable', message, { cause, retryAfterSeconds: 2 })
    this.name = 'EngineUnavailable'
    this.code = code
    this.unreachable = cause instanceof Error && networkCodes.has(codeOf(cause) ?? '')
  }
}

/** ClickHouse's code for a statement that took longer than allowed. */
export const timeoutExceeded = 159
/** ClickHouse's code for a statement that needed more memory than it may use, or than there was. */
export const memoryExceeded = 241
/** ClickHouse's code for a mutation that failed at least once. Its type is that of the reason. */
export const mutationFailed = 341

const networkCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOTFOUND', 'EHOSTUNREACH'])

const codeOf = (error: NodeJS.ErrnoException): string | undefined => error.code

/**
 * ClickHouse's codes for temporary states: a disk that fails (74 to 77, 204), time-outs (159, 160, 209), network
 * (210, 1000), too many queries or parts (202, 252), memory (173, 241), disk space (243), a server that is starting
 * or stopping (236, 394), read-only tables (242).
 */
const passing = new Set([
  74, 75, 76, 77, 159, 160, 173, 202, 204, 209, 210, 236, 241, 242, 243, 252, 394, 1000,
])

/**
 * Codes for inserted rows that end too soon or are malformed, and also for a part that the disk cannot read, or
 * never stored (embedded/failed-writes.ts).
 */
const endsTooSoon = new Set([32, 33, 40, 246])
const readingParts = /While executing MergeTree|\(while reading from part /

/** The code of an exception from one of ClickHouse's libraries, and its text when a disk is full or fails. */
const standardException = 1001
const failingDisk =
  /filesystem error.*(No space left on device|Disk quota exceeded|Input\/output error|Read-only file system)/

/** ClickHouse's codes for a row that cannot be read into its columns. */
const rowRefusals = new Set([
  6, 25, 26, 27, 32, 33, 38, 41, 53, 69, 70, 72, 117, 130, 131, 349, 376, 441, 467, 675, 676, 691,
])

/**
 * The meaning of a failed call for its caller. An error without a ClickHouse code is a broken connection, a proxy's
 * error page or a time-out of ours. Bound values are left out of the message, which is logged: they may be a
 * visitor's.
 */
export function engineFailure(
  error: unknown,
  bound: Record<string, unknown> = {},
): EngineError | EngineUnavailable {
  if (!(error instanceof ClickHouseError)) return new EngineUnavailable(undefined, error)
  const code = Number(error.code)
  const message = `ClickHouse ${error.code} ${error.type ?? ''}: ${withoutValues(error.message, bound)}`
  const cause = new Error(message)
  const isOfDisk =
    (endsTooSoon.has(code) && readingParts.test(error.message)) ||
    (code === standardException && failingDisk.test(error.message))
  const lacksMemory = code === mutationFailed && error.type === 'MEMORY_LIMIT_EXCEEDED'
  if (isOfDisk || lacksMemory || passing.has(code)) return new EngineUnavailable(code, cause)
  return new EngineError(code, message, cause)
}

function withoutValues(message: string, bound: Record<string, unknown>): string {
  // Careful: ClickHouse repeats the whole statement with the values in it, after "in scope".
  const short = message.replace(/ in scope .*?(?=\. Maybe you meant|$)/gs, '')
  const texts = Object.values(bound)
    .flat()
    .filter((value) => typeof value === 'string' && value !== '')
    .map((value) => String(value).replaceAll('\\', '\\\\').replaceAll("'", "\\'"))
  return texts.reduce((text, value) => text.replaceAll(`'${value}'`, "'…'"), short)
}
