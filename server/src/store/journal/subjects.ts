/** Whom a line is about. */
export interface Subject {
  siteId: string
  visitorId: string
}

/** A segment of the usual size has fewer. Together with `mostKnownSegments` this bounds the memory. */
const mostVisitors = 20_000

/**
 * The visitors that the lines of a segment are about, so that a question about others need not wait for it. It may
 * name too many, never too few: beyond a limit it counts as being about anybody.
 */
export class Subjects {
  #visitorsOf: Map<string, Set<string>> | undefined = new Map()
  #count = 0

  /** Nothing is known about the lines where `subjects` is undefined. */
  add(subjects: readonly Subject[] | undefined): void {
    if (subjects === undefined) this.#visitorsOf = undefined
    for (const { siteId, visitorId } of subjects ?? []) this.#addOne(siteId, visitorId)
  }

  /** Whether a line may be about this visitor, or about anybody of the site if no visitor is given. */
  mayHold(siteId: string, visitorId?: string): boolean {
    if (this.#visitorsOf === undefined) return true
    const visitors = this.#visitorsOf.get(siteId)
    return visitors !== undefined && (visitorId === undefined || visitors.has(visitorId))
  }

  #addOne(siteId: string, visitorId: string): void {
    if (this.#visitorsOf === undefined) return
    const visitors = this.#visitorsOf.get(siteId) ?? new Set()
    this.#visitorsOf.set(siteId, visitors)
    if (visitors.has(visitorId)) return
    visitors.add(visitorId)
    this.#count++
    if (this.#count > mostVisitors) this.#visitorsOf = undefined
  }
}
