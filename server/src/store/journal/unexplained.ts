import type { Segment } from './segment.ts'
import type { Destination, Patience } from './ship-segment.ts'

/** A segment is tried so often before it is thought to be at fault, for about two seconds. */
const mostTries = 5
/** More pieces in a row than a single bad row makes of the largest segment. */
const mostInARow = 24

/**
 * Judges refusals with a code that says nothing about rows. Such a code may come from a setting, a revoked right or a
 * failure of the engine's own: then every insert is refused, and dividing segments would only shatter them. So the
 * insert is retried a few times, and then the engine is tested with an insert without rows. Pieces of a divided
 * segment are suspect from the first refusal, unless one after the other is refused.
 */
export class Unexplained implements Patience {
  #destination: Pick<Destination, 'takesInserts'>
  #segment = ''
  #tries = 0
  #inARow = 0
  #diskPatienceMs: number
  #unread = ''
  #unreadSinceMs = 0

  /** `diskPatienceMs`: for how long a disk is asked for a segment before the others continue without it. */
  constructor(destination: Pick<Destination, 'takesInserts'>, diskPatienceMs: number) {
    this.#destination = destination
    this.#diskPatienceMs = diskPatienceMs
  }

  /** The engine has taken something. */
  forget(): void {
    this.#tries = 0
    this.#inARow = 0
  }

  isDiskOver({ id }: Segment): boolean {
    if (this.#unread !== id) this.#unreadSinceMs = performance.now()
    this.#unread = id
    return performance.now() - this.#unreadSinceMs >= this.#diskPatienceMs
  }

  async isOver({ id }: Segment): Promise<boolean> {
    this.#tries = this.#segment === id ? this.#tries + 1 : 1
    this.#segment = id
    const isSuspect = id.includes('.') && this.#inARow < mostInARow
    if (this.#tries < mostTries && !isSuspect) return false
    if (!(await this.#destination.takesInserts())) return false
    this.#tries = 0
    this.#inARow++
    return true
  }
}
