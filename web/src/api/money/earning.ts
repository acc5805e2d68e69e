import type { Totals } from '../totals.ts'

const key = (siteId: string) => `tributary-earns-${siteId}`

/**
 * Whether a site has revenue, so that its page begins with money. The result is stored in this browser: the page
 * then has its layout before the first figure arrives, and keeps it in a range without a payment. Until anything is
 * known a site is assumed to have some, like those that Tributary is made for.
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
    // Storage is disabled: the range's own payments decide.
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
