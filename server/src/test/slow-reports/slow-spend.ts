import { toMajorUnits } from '../../money/money.ts'
import type { PaymentEntry } from '../../payments/queries/payment-entry.ts'
import type { AdSpend } from '../../spend/spend-rows.ts'
import { dayMs } from '../../time/durations.ts'
import type { Traffic } from '../random-traffic.ts'
import { euroMinor } from './slow-money.ts'
import { timeOf } from './slow-time.ts'
import { nameOf, type Visit, visitsOf } from './slow-visits.ts'

/** Spend reported in addition to the traffic, already in the site's currency, euros. */
export type SlowSpend = Pick<AdSpend, 'day' | 'source' | 'medium' | 'campaign' | 'clicks'> & {
  minor: number
}

interface SlowScope {
  dimension: 'source' | 'medium' | 'campaign' | 'day'
  first: string
  last: string
  zone: string
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

/** Spend, clicks, the cohort's payments and its payback, one key at a time in plain loops. */
export function slowSpend(
  traffic: Traffic,
  spend: readonly SlowSpend[],
  { dimension, first, last, zone }: SlowScope,
) {
  const visits = visitsOf(traffic.events)
  const within = (day: string) => day >= first && day <= last
  const keyOfVisit = (visit: Visit) =>
    timeOf(dimension, visit.startMs, zone) ??
    nameOf({ visit, from: visit.entry, atMs: 0 }, dimension)
  const firstVisit = (entry: PaymentEntry) =>
    visits
      .filter((visit) => entry.pathVisitorIds.includes(visit.entry.visitorId))
      .toSorted((a, b) => a.startMs - b.startMs)[0]
  const cohort = traffic.entries.flatMap((entry) => {
    const visit = firstVisit(entry)
    if (visit === undefined) return []
    const day = timeOf('day', visit.startMs, zone) ?? ''
    if (!within(day)) return []
    const age = Math.max(0, Math.floor((entry.atMs - visit.startMs) / dayMs))
    return [{ key: keyOfVisit(visit), age, minor: euroMinor(entry) }]
  })
  const rowsInRange = spend.filter(({ day }) => within(day))
  return new Map(
    [...new Set(rowsInRange.map((row) => row[dimension]))].map((key) => {
      const rows = rowsInRange.filter((row) => row[dimension] === key)
      const paid = cohort.filter((one) => one.key === key)
      const clicked = rows.filter(({ clicks }) => clicks !== null)
      const clicks = clicked.length === 0 ? null : sum(clicked.map((row) => row.clicks ?? 0))
      const spent = sum(rows.map(({ minor }) => minor))
      return [
        key,
        {
          spend: toMajorUnits(spent, 'EUR'),
          clicks,
          costPerClick: clicks
            ? toMajorUnits(Math.round(sum(clicked.map(({ minor }) => minor)) / clicks), 'EUR')
            : null,
          cohortRevenue: toMajorUnits(sum(paid.map(({ minor }) => minor)), 'EUR'),
          paybackDays: slowPayback(spent, paid),
        },
      ] as const
    }),
  )
}

/** Tries every day: the first one from which on everything paid until then is enough. */
function slowPayback(spent: number, paid: readonly { age: number; minor: number }[]) {
  const oldest = Math.max(0, ...paid.map(({ age }) => age))
  const enoughOn = (day: number) =>
    sum(paid.filter(({ age }) => age <= day).map(({ minor }) => minor)) >= spent
  for (let day = 0; day <= oldest; day++) {
    const rest = Array.from({ length: oldest - day + 1 }, (_, index) => day + index)
    if (rest.every(enoughOn)) return day
  }
  return null
}
