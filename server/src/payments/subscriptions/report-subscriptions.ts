import type {
  SubscriptionReport,
  SubscriptionReportInput,
} from '@tributary/contract/subscriptions.ts'
import type { Asking } from '../../answers/answers.ts'
import type { Site } from '../../site.ts'
import type { ControlStore } from '../../store/control/control-store.ts'
import type { Rate } from '../rates/convert.ts'
import { findRate } from '../rates/find-rate.ts'
import { type computeReport, rateName, readReportInput, type WantedRate } from './compute-report.ts'
import { storedSubscriptions } from './stored-subscriptions.ts'

/** The sources of a report on subscriptions. */
export interface SubscriptionSources {
  answers: Asking<{ subscriptions: typeof computeReport }>
  control: ControlStore
  /** Ad spend of some days by a dimension, in minor units of the site's currency; empty when unknown. */
  spendBy(
    site: Site,
    asked: { dimension: string; first: string; last: string },
  ): Promise<Map<string, number>>
}

/**
 * MRR and its movements, churn and trials of a site's subscriptions at the end of the range. The stored data is read
 * here; the answer thread computes the report.
 */
export async function reportSubscriptions(
  { answers, control, spendBy }: SubscriptionSources,
  { site, nowMs }: { site: Site; nowMs: number },
  input: SubscriptionReportInput,
): Promise<SubscriptionReport> {
  const asked = { site, nowMs, input }
  const { dimension, range } = readReportInput(asked)
  const [subscriptions, spend] = await Promise.all([
    storedSubscriptions(control, site.id),
    spendBy(site, { dimension, first: range.first, last: range.last }),
  ])
  const stored = { subscriptions, spend, rates: new Map<string, Rate | undefined>() }
  for (;;) {
    // Only the histories show which rates are needed, and they are read there. Most sites need none.
    const answer = await answers.ask('subscriptions', asked, stored)
    if ('report' in answer) return answer.report
    for (const wanted of answer.wanted) {
      stored.rates.set(rateName(wanted), await rateOf(control, site, wanted))
    }
  }
}

async function rateOf(
  { db }: Pick<ControlStore, 'db'>,
  site: Site,
  { currency, day }: WantedRate,
): Promise<Rate | undefined> {
  const question = { from: currency, to: site.currency, day }
  const found = await findRate(db, question)
  return found && { ...question, ...found }
}
