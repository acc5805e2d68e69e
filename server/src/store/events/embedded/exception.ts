/** An error in the form of ClickHouse's HTTP interface: its code, its text, an HTTP status. */
export interface Exception {
  code: number
  text: string
  status: number
}

const unknownException = 1002

/** HTTP statuses ClickHouse gives to its codes; everything else that failed is a 500. */
const statusOf = new Map<number, number>([
  [36, 400],
  [43, 400],
  [46, 404],
  [47, 404],
  [53, 400],
  [60, 404],
  [62, 400],
  [81, 404],
  [115, 404],
  [159, 408],
  [164, 403],
  [202, 503],
  [456, 400],
  [457, 400],
  [497, 403],
  [516, 403],
])

/** Makes an exception of our own in ClickHouse's form, for requests that are refused before they reach chDB. */
export class RefusedStatement extends Error {
  constructor(code: number, type: string, message: string) {
    super(`Code: ${code}. DB::Exception: ${message}. (${type})`)
    this.name = 'RefusedStatement'
  }
}

/** Extracts ClickHouse's code from an error that was thrown while a statement ran. */
export function toException(error: unknown): Exception {
  const message = error instanceof Error ? error.message : String(error)
  const code = Number(/\bCode: (\d+)\./.exec(message)?.[1] ?? unknownException)
  const text = /^Code: \d+\./.test(message)
    ? message
    : `Code: ${code}. DB::Exception: ${message}. (UNKNOWN_EXCEPTION)`
  return { code, text, status: statusOf.get(code) ?? 500 }
}
