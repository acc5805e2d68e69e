import type { LateHit, LateVisitor } from '../late-hit-rows.ts'
import { visitorKey } from './session-memory.ts'

/** More are not remembered while they cannot be placed. */
const mostVisitors = 10_000

/**
 * Visitors of hits that this one of several nodes recorded: another node may rebuild their visits and take them off
 * the list, but cannot correct the memory of this one.
 */
export class NotedHere {
  readonly #visitors = new Map<string, LateVisitor>()

  note(hits: readonly LateHit[]): void {
    for (const { siteId, visitorId, timestampMs: atMs } of hits) {
      const name = visitorKey(siteId, visitorId)
      const known = this.#visitors.get(name)
      if (known === undefined && this.#visitors.size >= mostVisitors) return
      const fromMs = Math.min(atMs, known?.fromMs ?? atMs)
      const toMs = Math.max(atMs, known?.toMs ?? atMs)
      this.#visitors.set(name, { siteId, visitorId, fromMs, toMs, token: '', isMoving: false })
    }
  }

  /** Listed visitors, and at most `limit` others that were recorded here. */
  addTo(listed: readonly LateVisitor[], limit: number): LateVisitor[] {
    const names = new Set(listed.map(keyOf))
    const own = [...this.#visitors.values()].slice(0, limit)
    return [...listed, ...own.filter((one) => !names.has(keyOf(one)))]
  }

  /** Removes visitors whose visits were rebuilt here. */
  placed(visitors: readonly LateVisitor[]): void {
    for (const one of visitors) this.#visitors.delete(keyOf(one))
  }
}

const keyOf = ({ siteId, visitorId }: LateVisitor) => visitorKey(siteId, visitorId)
