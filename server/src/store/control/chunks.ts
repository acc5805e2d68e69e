/** Rows that one statement writes: SQLite takes 32,766 parameters, and a payment, the widest row, has some forty. */
export const rowsAtOnce = 100
/** The most ids of one statement. */
export const idsAtOnce = 400

/** A list in parts of `size` at most, so that statements stay small and have the same text. */
export function chunksOf<One>(list: readonly One[], size: number): One[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, index) =>
    list.slice(index * size, (index + 1) * size),
  )
}
