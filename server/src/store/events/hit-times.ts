/** A statement's parameter with that name, milliseconds since 1970 UTC, as a moment that the engine compares. */
export const momentSql = (param: string): string =>
  `fromUnixTimestamp64Milli({${param}:Int64}, 'UTC')`

/**
 * Rows of `events` from a moment on. The table is ordered by day. The engine does not derive the day from
 * `timestamp`, because that is in the sorting key, too, and would read the whole month. The hint chooses what is
 * read and compares no rows (docs/decisions/0121-compare-only-the-columns-that-decide.md).
 */
export const isSince = (from: string): string =>
  `timestamp >= ${momentSql(from)} and indexHint(toDate(timestamp) >= toDate(${momentSql(from)}))`

/** Rows of `events` up to a moment. */
export const isUntil = (to: string): string =>
  `timestamp <= ${momentSql(to)} and indexHint(toDate(timestamp) <= toDate(${momentSql(to)}))`

/** Rows of `events` before a moment. */
export const isBefore = (to: string): string =>
  `timestamp < ${momentSql(to)} and indexHint(toDate(timestamp) <= toDate(${momentSql(to)}))`
