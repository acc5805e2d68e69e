import type { SpendFigures } from '@tributary/contract/spend.ts'
import { toMajorUnits } from '../money/money.ts'
import { type CohortMoney, paybackDays } from './payback.ts'
import type { ConvertedSpend } from './spend-in-site-currency.ts'

/** One row of the report before divisions. */
export interface Line {
  keys: string[]
  spend: ConvertedSpend[]
  sessions: number
  revenueMinor: number
  taxMinor: number
  feesMinor: number
  /** Credited shares of payments, and of those whose fees are known. */
  payments: number
  knownPayments: number
  newCustomers: number
  cohort: CohortMoney
}

/** Adds the payments of people whose first visit came from there. */
export function addCohort({ cohort }: Line, money: CohortMoney): void {
  for (const [age, minor] of money) cohort.set(age, (cohort.get(age) ?? 0) + minor)
}

/** A row without any figure. */
export const emptyLine = (keys: string[]): Line => ({
  keys,
  spend: [],
  sessions: 0,
  revenueMinor: 0,
  taxMinor: 0,
  feesMinor: 0,
  payments: 0,
  knownPayments: 0,
  newCustomers: 0,
  cohort: new Map(),
})

/** The total of some rows. */
export function sumOf(lines: readonly Line[]): Line {
  const all = emptyLine([])
  for (const line of lines) {
    all.spend.push(...line.spend)
    all.sessions += line.sessions
    all.revenueMinor += line.revenueMinor
    all.taxMinor += line.taxMinor
    all.feesMinor += line.feesMinor
    all.payments += line.payments
    all.knownPayments += line.knownPayments
    all.newCustomers += line.newCustomers
    addCohort(all, line.cohort)
  }
  return all
}

/** The most spend first, unknown spend last; then the most revenue; then by name. */
export function byImportance(a: Line, b: Line): number {
  return (
    Number(b.spend.length > 0) - Number(a.spend.length > 0) ||
    spendOf(b) - spendOf(a) ||
    b.revenueMinor - a.revenueMinor ||
    (JSON.stringify(a.keys) < JSON.stringify(b.keys) ? -1 : 1)
  )
}

const spendOf = ({ spend }: Line) => spend.reduce((sum, { minor }) => sum + minor, 0)

/** Every figure as `spendMetrics` defines it; null if none was reported or the divisor is 0. */
export function figuresOf(line: Line, currency: string): SpendFigures {
  const spendMinor = line.spend.length === 0 ? null : spendOf(line)
  const major = (minor: number) => toMajorUnits(minor, currency)
  const clicked = line.spend.filter(({ row }) => row.clicks !== null)
  const clicks = totalOf(line.spend.map(({ row }) => row.clicks))
  const cohortMinor = [...line.cohort.values()].reduce((sum, minor) => sum + minor, 0)
  const share = (part: number | null, whole: number) =>
    part === null || whole === 0 ? null : major(Math.round(part / whole))
  return {
    spend: spendMinor === null ? null : major(spendMinor),
    clicks,
    impressions: totalOf(line.spend.map(({ row }) => row.impressions)),
    costPerClick: share(spendOf({ ...line, spend: clicked }), clicks ?? 0),
    sessions: line.sessions,
    revenue: major(line.revenueMinor),
    tax: major(line.taxMinor),
    fees: major(line.feesMinor),
    takeHome: major(line.revenueMinor - line.taxMinor - line.feesMinor),
    feesKnown: line.payments ? rounded(line.knownPayments / line.payments) : null,
    newCustomers: rounded(line.newCustomers),
    cac: share(spendMinor, line.newCustomers),
    roas: spendMinor ? rounded(line.revenueMinor / spendMinor) : null,
    profit: spendMinor === null ? null : major(line.revenueMinor - spendMinor),
    cohortRevenue: major(cohortMinor),
    paybackDays: spendMinor === null ? null : paybackDays(spendMinor, line.cohort),
  }
}

/** The sum of the known values; null without any. */
function totalOf(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null)
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0)
}

const rounded = (value: number) => Math.round(value * 1e6) / 1e6
