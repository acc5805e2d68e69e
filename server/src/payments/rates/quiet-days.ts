/**
 * A currency that has not been quoted for longer, while others were, is no longer quoted: the rouble since
 * March 2022. Its last rate says nothing of today's money. An installation that was offline is another
 * matter: then no currency has newer rates, and the last ones count.
 */
export const maxQuietDays = 31

const dayMs = 86_400_000

/** Whole days from one day (`2026-11-20`) to another. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / dayMs)
}

/** Some days after a day, or before it. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)
}
