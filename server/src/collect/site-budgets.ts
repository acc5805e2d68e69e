import { dayMs } from '../time/durations.ts'

/** How much browsers may send for one site in a UTC day. */
export interface DailyBudget {
  hits: number
  bytes: number
}

/** What a site has used of its budget, over all nodes. */
export interface UsedBudget extends DailyBudget {
  siteId: string
  /** When the first hit exceeded it. */
  spentMs: number | undefined
}

interface Day extends DailyBudget {
  /** Hits and bytes of this process that the store has not counted yet; `hits` and `bytes` include them. */
  unsaved: DailyBudget
  spentMs: number | undefined
}

/** The largest body that a hit may have. */
const largestHit = 64 * 1024

/** The UTC day of a moment, in days since 1970. */
export function budgetDay(nowMs: number): number {
  return Math.floor(nowMs / dayMs)
}

/**
 * Counts each site's hits and their bytes by UTC day, so that a flood of one site, from any number of addresses,
 * exhausts its own budget and not the disk that all sites share. Held in memory, so that no hit waits for it; the
 * store adds up the counts of all nodes (`BudgetKeeper`). Bounded by the number of sites.
 */
export class SiteBudgets {
  readonly #budget: DailyBudget
  readonly #onSpent: (siteId: string, nowMs: number) => void
  #day = 0
  #sites = new Map<string, Day>()

  constructor(budget: DailyBudget, onSpent: (siteId: string, nowMs: number) => void) {
    this.#budget = budget
    this.#onSpent = onSpent
  }

  /** Counts one more hit; returns false if it exceeds the budget. */
  take(siteId: string, bytes: number, nowMs: number): boolean {
    const today = this.#today(siteId, nowMs)
    if (today.hits < this.#budget.hits && today.bytes + bytes <= this.#budget.bytes) {
      today.hits += 1
      today.bytes += bytes
      today.unsaved.hits += 1
      today.unsaved.bytes += bytes
      return true
    }
    if (today.spentMs === undefined) {
      today.spentMs = nowMs
      this.#onSpent(siteId, nowMs)
    }
    return false
  }

  /** Since when today's hits are dropped; undefined while some budget is left. */
  spentMs(siteId: string, nowMs: number): number | undefined {
    const { hits, bytes, spentMs } = this.#today(siteId, nowMs)
    // The operator may have raised the budget since it was used up.
    const hasRoom = hits < this.#budget.hits && bytes + largestHit <= this.#budget.bytes
    return hasRoom ? undefined : spentMs
  }

  /** Counts of a day that are not in the store yet. */
  unsaved(nowMs: number): (DailyBudget & { siteId: string })[] {
    this.#begin(nowMs)
    return [...this.#sites]
      .filter(([, { unsaved }]) => unsaved.hits > 0)
      .map(([siteId, { unsaved }]) => ({ siteId, ...unsaved }))
  }

  /** Marks these counts as stored. */
  saved(additions: readonly (DailyBudget & { siteId: string })[], nowMs: number): void {
    for (const { siteId, hits, bytes } of additions) {
      const { unsaved } = this.#today(siteId, nowMs)
      unsaved.hits = Math.max(0, unsaved.hits - hits)
      unsaved.bytes = Math.max(0, unsaved.bytes - bytes)
    }
  }

  /** Updates the totals of all nodes from the store. */
  learn(totals: readonly UsedBudget[], nowMs: number): void {
    for (const { siteId, hits, bytes, spentMs } of totals) {
      const today = this.#today(siteId, nowMs)
      today.hits = hits + today.unsaved.hits
      today.bytes = bytes + today.unsaved.bytes
      today.spentMs ??= spentMs
    }
  }

  #today(siteId: string, nowMs: number): Day {
    this.#begin(nowMs)
    let today = this.#sites.get(siteId)
    if (today === undefined) {
      today = { hits: 0, bytes: 0, unsaved: { hits: 0, bytes: 0 }, spentMs: undefined }
      this.#sites.set(siteId, today)
    }
    return today
  }

  #begin(nowMs: number): void {
    const day = budgetDay(nowMs)
    if (day === this.#day) return
    this.#day = day
    this.#sites = new Map()
  }
}
