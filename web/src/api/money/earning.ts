import type { Totals } from '../totals.ts'

const key = (siteId: string) => `tributary-earns-${siteId}`

/**
 * Whether a site has revenue, so that its page begins with money. What was seen is remembered in this browser: the
 * page then has its shape before the first figure is in, and keeps it in a range without a payment. Until anything is
 * known a site is taken to have some, as those have that Tributary is made for.
 */
export function earns(siteId: string, totals: Totals | undefined): boolean {
  const isSeen = [totals?.now.revenue, totals?.before?.revenue].some((sum) => (sum ?? 0) !== 0)
  const before = remembered(siteId)
  if (totals === undefined) return before ?? true
  const isEarning = isSeen || before === true
  if (isEarning !== before) remember(siteId, isEarning)
  return isEarning
}

function remembered(siteId: string): boolean | undefined {
  try {
    const stored = localStorage.getItem(key(siteId))
    return stored === null ? undefined : stored === '1'
  } catch {
    // Storage is switched off: what this range has decides.
    return undefined
  }
}

function remember(siteId: string, isEarning: boolean): void {
  try {
    localStorage.setItem(key(siteId), isEarning ? '1' : '0')
  } catch {
    // As above.
  }
}
