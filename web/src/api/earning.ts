import type { Totals } from './totals.ts'

const key = (siteId: string) => `tributary-earns-${siteId}`

/**
 * Whether a site has revenue, so that its page begins with money. What was seen once is remembered in this
 * browser: the page then has its shape before the first figure is in, and keeps it in a range without a payment.
 */
export function earns(siteId: string, totals: Totals | undefined): boolean {
  const isSeen = [totals?.now.revenue, totals?.before?.revenue].some((sum) => (sum ?? 0) !== 0)
  try {
    if (isSeen) localStorage.setItem(key(siteId), '1')
    return isSeen || localStorage.getItem(key(siteId)) === '1'
  } catch {
    // Storage is switched off: what this range has decides.
    return isSeen
  }
}
