import { reconcile } from '../../payments/reconciliation/reconcile.ts'
import type { DayTotals, ReconciledDay } from '../../payments/reconciliation/reconcile-days.ts'
import type { ConnectionRow } from '../../payments/rows/connection-rows.ts'
import type { ControlStore } from '../../store/control/control-store.ts'
import type { Truth } from './stripe-shop.ts'

const always = { from: '2000-01-01', to: '2100-01-01' }

/** All days of an account, compared. */
export function reconciledDays(
  control: ControlStore,
  account: ConnectionRow,
): Promise<ReconciledDay[]> {
  return reconcile(control, account, always)
}

/** One side's totals of some days by currency. */
export function totalsOf(
  lines: readonly ReconciledDay[],
  side: 'statement' | 'recorded',
): Record<string, Truth[string]> {
  const sums: Record<string, Truth[string]> = {}
  for (const [currency, own] of Map.groupBy(lines, (line) => line.currency)) {
    const sum = (name: keyof DayTotals) => own.reduce((total, one) => total + one[side][name], 0)
    sums[currency] = {
      ...{ payments: sum('payments'), grossMinor: sum('grossMinor'), feesMinor: sum('feesMinor') },
      // What customers got back, without the provider's fees.
      netMinor: sum('netMinor') + sum('feesMinor'),
    }
  }
  return sums
}

/** Both sides' totals, and every difference between them. */
export async function bothSidesOf(control: ControlStore, account: ConnectionRow) {
  const lines = await reconciledDays(control, account)
  return {
    differences: lines.flatMap(({ items }) => items),
    ...{ statement: totalsOf(lines, 'statement'), recorded: totalsOf(lines, 'recorded') },
  }
}
