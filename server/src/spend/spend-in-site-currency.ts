import { tryConvert } from '../payments/rates/convert.ts'
import { findRate } from '../payments/rates/find-rate.ts'
import type { ControlStore } from '../store/control/control-store.ts'
import type { AdSpend } from './spend-rows.ts'

/** A row with its amount in the site's currency. */
export interface ConvertedSpend {
  row: AdSpend
  minor: number
}

/**
 * Spend in the site's currency, each row at the reference rate of its day, or of the last day before that has one, as
 * for payments; rows without a rate are left out and summed by currency.
 */
export async function spendInSiteCurrency(
  control: ControlStore,
  rows: readonly AdSpend[],
  currency: string,
): Promise<{ converted: ConvertedSpend[]; unconverted: Map<string, number> }> {
  const rates = new Map<string, Awaited<ReturnType<typeof findRate>>>()
  const converted: ConvertedSpend[] = []
  const unconverted = new Map<string, number>()
  for (const row of rows) {
    if (row.currency === currency) {
      converted.push({ row, minor: row.amount_minor })
      continue
    }
    const question = { from: row.currency, to: currency, day: row.day }
    const name = `${row.currency} ${row.day}`
    if (!rates.has(name)) rates.set(name, await findRate(control.db, question))
    const rate = rates.get(name)
    const minor = rate && tryConvert(row.amount_minor, { ...question, ...rate })
    if (minor === undefined) {
      unconverted.set(row.currency, (unconverted.get(row.currency) ?? 0) + row.amount_minor)
    } else {
      converted.push({ row, minor })
    }
  }
  return { converted, unconverted }
}
