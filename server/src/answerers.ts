import { computeReport } from './payments/subscriptions/compute-report.ts'
import { questionAnswerers } from './questions/answerers.ts'
import { reportAnswerers } from './reports/answerers.ts'
import { payerCohorts } from './spend/payer-cohorts.ts'

/**
 * Everything that is computed from the engine alone, by name. Arguments and results are plain values, so that
 * another thread can compute it.
 */
export const answerers = {
  ...reportAnswerers,
  ...questionAnswerers,
  payerCohorts,
  subscriptions: computeReport,
}
