import { AppError } from '../errors.ts'
import type { Site } from '../site.ts'
import type { ControlStore } from '../store/control/control-store.ts'
import { spendInSiteCurrency } from './spend-in-site-currency.ts'
import { listSpend } from './spend-rows.ts'

const words = ['source', 'medium', 'campaign', 'term', 'content'] as const
const mostRows = 200_000

/**
 * Ad spend of some days by one of its own dimensions, in minor units of the site's currency; empty for other
 * dimensions.
 */
export async function spendByWord(
  control: ControlStore,
  site: Site,
  { dimension, first, last }: { dimension: string; first: string; last: string },
): Promise<Map<string, number>> {
  const word = words.find((one) => one === dimension)
  const sums = new Map<string, number>()
  if (word === undefined) return sums
  const asked = { siteId: site.id, from: first, to: last }
  const rows = await listSpend(control.db, asked, { limit: mostRows + 1 })
  if (rows.length > mostRows) {
    throw new AppError('too-costly', 'That is too much spend for one report. Ask for fewer days.')
  }
  const { converted } = await spendInSiteCurrency(control, rows, site.currency)
  for (const { row, minor } of converted) sums.set(row[word], (sums.get(row[word]) ?? 0) + minor)
  return sums
}
