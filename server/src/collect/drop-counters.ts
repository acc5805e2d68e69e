/** Why a hit was not stored. Counted per site, so that an owner can see why numbers are missing. */
export type DropReason =
  | 'unknown-site'
  | 'foreign-host'
  | 'excluded'
  | 'prefetch'
  | 'bot'
  | 'do-not-track'
  | 'rate-limited'
  | 'over-budget'
  | 'identification-off'
  | 'signature-missing'
  | 'signature-wrong'

/** How many hits of a site had one result since this process started. */
export interface HitCount {
  /** `''` for hits of unknown sites. */
  siteId: string
  fate: 'stored' | DropReason
  count: number
}

/** Counts the results of hits, per site. Bounded by the number of sites. */
export class DropCounters {
  readonly #counts = new Map<string, Map<HitCount['fate'], number>>()

  add(siteId: string, fate: HitCount['fate'], count = 1): void {
    if (count === 0) return
    let counts = this.#counts.get(siteId)
    if (counts === undefined) {
      counts = new Map()
      this.#counts.set(siteId, counts)
    }
    counts.set(fate, (counts.get(fate) ?? 0) + count)
  }

  /** All counts, or those of one site. */
  list(siteId?: string): HitCount[] {
    return [...this.#counts]
      .filter(([id]) => siteId === undefined || id === siteId)
      .flatMap(([id, counts]) => [...counts].map(([fate, count]) => ({ siteId: id, fate, count })))
  }
}
