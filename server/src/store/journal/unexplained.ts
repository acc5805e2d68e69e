import type { Segment } from './segment.ts'
import type { Destination, Patience } from './ship-segment.ts'

/** How often a segment is retried before it is considered at fault, for about two seconds. */
const mostTries = 5
/** More pieces in a row than a single bad row makes of the largest segment. */
const mostInARow = 24

/**
 * Judges refusals with a code that does not blame the rows. Such a code may come from a setting, a revoked
 * permission or a failure of the engine's own: then every insert is refused, and splitting segments would only
 * shatter them. So the insert is retried a few times, and then the engine is tested with an insert without rows.
 * Pieces of a split segment are suspect from the first refusal, unless one after the other is refused.
 */
export class Unexplained implements Patience {
  #destination: Pick<Destination, 'takesInserts'>
  #segment = ''
  #tries = 0
  #inARow = 0
  #diskPatienceMs: number
  #unread = ''
  #unreadSinceMs = 0

  /** `diskPatienceMs`: how long reading a segment is retried before the others continue without it. */
  constructor(destination: Pick<Destination, 'takesInserts'>, diskPatienceMs: number) {
    this.#destination = destination
    this.#diskPatienceMs = diskPatienceMs
  }

  /** The engine has accepted something. */
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
