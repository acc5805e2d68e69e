import { baseId, begunMs, type Segment } from './segment.ts'
import type { Subjects } from './subjects.ts'

/** While the engine is down there are thousands of segments, and every read waits anyway. */
const mostKnownSegments = 4

/** The sealed segments that the engine has not confirmed yet, oldest first. */
export class Backlog {
  #segments: Segment[]
  #bytes: number
  /** By base id; segments that are missing here may be about anybody. */
  #subjects = new Map<string, Subjects>()
  /** Called when a segment was added. */
  onAdd: () => void = () => {}

  constructor(segments: readonly Segment[]) {
    this.#segments = [...segments].sort((a, b) => (a.id < b.id ? -1 : 1))
    this.#bytes = sum(segments)
  }

  get bytes(): number {
    return this.#bytes
  }

  first(): Segment | undefined {
    return this.#segments[0]
  }

  last(): Segment | undefined {
    return this.#segments.at(-1)
  }

  /** When the newest of them was begun, milliseconds since 1970 UTC. */
  newestMs(): number | undefined {
    const last = this.last()
    return last && begunMs(last.id)
  }

  /** When the oldest of them was begun, milliseconds since 1970 UTC. */
  oldestMs(): number | undefined {
    const first = this.first()
    return first && begunMs(first.id)
  }

  /**
   * Whether a segment may hold a line about this visitor, or about the site if no visitor is given. Skips segments
   * for which `isApart` is true.
   */
  mayHold(
    siteId: string,
    visitorId?: string,
    isApart: (segmentId: string) => boolean = () => false,
  ): boolean {
    return this.#segments.some(
      ({ id }) =>
        !isApart(baseId(id)) &&
        (this.#subjects.get(baseId(id))?.mayHold(siteId, visitorId) ?? true),
    )
  }

  add(segment: Segment, subjects?: Subjects): void {
    this.#segments.push(segment)
    const isKnown = subjects !== undefined && this.#subjects.size < mostKnownSegments
    if (isKnown) this.#subjects.set(baseId(segment.id), subjects)
    this.#bytes += segment.bytes
    this.onAdd()
  }

  /** Puts earlier segments in front of all others, being older. */
  putBack(segments: readonly Segment[]): void {
    const isHere = (id: string) => this.#segments.some((segment) => segment.id === id)
    const back = segments.filter(({ id }) => !isHere(id))
    for (const { id } of back) this.#subjects.delete(baseId(id))
    this.#segments.unshift(...back)
    this.#bytes += sum(back)
    this.onAdd()
  }

  /** Replaces a segment by the pieces it was split into. */
  replace(segment: Segment, ...pieces: readonly Segment[]): void {
    const place = this.#segments.indexOf(segment)
    if (place === -1) return
    this.#segments.splice(place, 1, ...pieces)
    const base = baseId(segment.id)
    // Its pieces contain the same lines.
    if (!this.#segments.some(({ id }) => baseId(id) === base)) this.#subjects.delete(base)
    this.#bytes += sum(pieces) - segment.bytes
  }
}

function sum(segments: readonly Segment[]): number {
  return segments.reduce((bytes, segment) => bytes + segment.bytes, 0)
}
