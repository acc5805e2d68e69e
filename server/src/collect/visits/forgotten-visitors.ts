/** 2 MB. */
const filterBits = 2 ** 24
const bitsOfVisitor = 4
/** A full filter mistakes one in 500 of all other visitors for an evicted one. */
const mostOfFilter = 1_000_000

/** A Bloom filter of visitors, and until when their sessions lasted. */
interface Filter {
  bits: Uint32Array
  count: number
  lastMs: number
}

/**
 * A filter of the visitors that were evicted from memory. One who was never there is rarely mistaken for one of
 * them, and need not be looked up. Bounded: for the oldest, it only knows until when their sessions lasted.
 */
export class ForgottenVisitors {
  readonly #mostOfFilter: number
  /** The one that is filled first, then the full one before it. */
  #filters: Filter[] = []
  #beforeMs = Number.NEGATIVE_INFINITY

  constructor(most = mostOfFilter) {
    this.#mostOfFilter = most
  }

  /** `lastMs` is when the evicted session ended. */
  add(visitor: string, lastMs: number): void {
    let [filter] = this.#filters
    if (filter === undefined || filter.count >= this.#mostOfFilter) {
      filter = { bits: new Uint32Array(filterBits / 32), count: 0, lastMs }
      const dropped = this.#filters[1]
      this.#beforeMs = Math.max(this.#beforeMs, dropped?.lastMs ?? Number.NEGATIVE_INFINITY)
      this.#filters = [filter, ...this.#filters.slice(0, 1)]
    }
    filter.count += 1
    filter.lastMs = Math.max(filter.lastMs, lastMs)
    for (const bit of bitsFor(visitor))
      filter.bits[bit >>> 5] = (filter.bits[bit >>> 5] ?? 0) | (1 << (bit & 31))
  }

  /** Whether a session of this visitor that reached into the time since `sinceMs` may have been evicted. */
  mayHold(visitor: string, sinceMs: number): boolean {
    if (sinceMs <= this.#beforeMs) return true
    if (!this.#filters.some(({ lastMs }) => lastMs >= sinceMs)) return false
    const bits = bitsFor(visitor)
    return this.#filters.some((filter) => filter.lastMs >= sinceMs && holdsAll(filter, bits))
  }
}

function holdsAll({ bits }: Filter, wanted: Iterable<number>): boolean {
  for (const bit of wanted) if (((bits[bit >>> 5] ?? 0) & (1 << (bit & 31))) === 0) return false
  return true
}

/** The bits of a visitor: FNV-1a, and double hashing from it. */
function bitsFor(visitor: string): Int32Array {
  let hash = 0x811c9dc5
  for (let index = 0; index < visitor.length; index++) {
    hash = Math.imul(hash ^ visitor.charCodeAt(index), 0x01000193)
  }
  const step = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b) | 1
  const bits = new Int32Array(bitsOfVisitor)
  for (let index = 0; index < bitsOfVisitor; index++) {
    bits[index] = (hash + Math.imul(index, step)) & (filterBits - 1)
  }
  return bits
}
