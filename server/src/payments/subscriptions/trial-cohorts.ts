import type { TrialCohort } from '@tributary/contract/subscriptions.ts'
import { localDay } from '../../time/local-time.ts'
import type { KnownSubscription } from './customer-mrr.ts'
import { monthOf } from './mrr-cohorts.ts'
import { rounded } from './mrr-figures.ts'

/** How a trial ended, as known at the end of a day. */
export interface TrialOutcome {
  startDay: string
  outcome: 'converted' | 'open' | 'lost'
}

/** The trial of a subscription; undefined if it has none that began by the end of `last`. */
export function trialOutcome(
  { trial, points }: Pick<KnownSubscription, 'trial' | 'points'>,
  { last, timezone }: { last: string; timezone: string },
): TrialOutcome | undefined {
  if (trial === null) return undefined
  const dayOf = (ms: number) => localDay(ms, timezone)
  const startDay = dayOf(trial.startMs)
  if (startDay > last) return undefined
  const known = points.filter(({ atMs }) => dayOf(atMs) <= last)
  // Money that was paid before the trial does not count as its result. A price that no provider states is not 0
  // either.
  const hasPaid = known.some(
    ({ atMs, monthlyMinor, unpriced }) => atMs > trial.startMs && monthlyMinor + unpriced > 0,
  )
  if (hasPaid) return { startDay, outcome: 'converted' }
  const isOpen = known.at(-1)?.status === 'trialing' && dayOf(trial.endMs) > last
  return { startDay, outcome: isOpen ? 'open' : 'lost' }
}

/** Trials by the month in which they began. */
export function trialCohorts(trials: readonly TrialOutcome[]): TrialCohort[] {
  return [...Map.groupBy(trials, ({ startDay }) => monthOf(startDay))]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([cohort, some]) => ({ cohort, ...trialFigures(some) }))
}

/** How many trials there were, and their results. Open ones are in no rate. */
export function trialFigures(trials: readonly TrialOutcome[]): Omit<TrialCohort, 'cohort'> {
  const count = (wanted: TrialOutcome['outcome']) =>
    trials.filter(({ outcome }) => outcome === wanted).length
  const [trialsConverted, trialsOpen] = [count('converted'), count('open')]
  const decided = trials.length - trialsOpen
  return {
    trialsStarted: trials.length,
    trialsConverted,
    trialsOpen,
    trialConversion: rounded(decided === 0 ? null : trialsConverted / decided),
  }
}
