/** What browsers may send of one site in a UTC day. */
export interface DailyBudget {
  hits: number
  bytes: number
}

interface Day {
  day: number
  hits: number
  bytes: number
  /** When the first hit was too many. */
  spentMs: number | undefined
}

const dayMs = 86_400_000

/**
 * Counts each site's hits and their bytes by UTC day, in this process: whoever floods a site from many addresses
 * fills its own budget, and not the disk that all sites share. Bounded by the number of sites.
 */
export class SiteBudgets {
  readonly #budget: DailyBudget
  readonly #onSpent: (siteId: string) => void
  readonly #days = new Map<string, Day>()

  constructor(budget: DailyBudget, onSpent: (siteId: string) => void) {
    this.#budget = budget
    this.#onSpent = onSpent
  }

  /** Counts one more hit, unless it is beyond the budget: then it says no. */
  take(siteId: string, bytes: number, nowMs: number): boolean {
    const today = this.#today(siteId, nowMs)
    if (today.hits < this.#budget.hits && today.bytes + bytes <= this.#budget.bytes) {
      today.hits += 1
      today.bytes += bytes
      return true
    }
    if (today.spentMs === undefined) {
      today.spentMs = nowMs
      this.#onSpent(siteId)
    }
    return false
  }

  /** Since when hits of today are dropped; undefined while there is budget left. */
  spentMs(siteId: string, nowMs: number): number | undefined {
    return this.#today(siteId, nowMs).spentMs
  }

  #today(siteId: string, nowMs: number): Day {
    const day = Math.floor(nowMs / dayMs)
    const known = this.#days.get(siteId)
    if (known?.day === day) return known
    const today = { day, hits: 0, bytes: 0, spentMs: undefined }
    this.#days.set(siteId, today)
    return today
  }
}
