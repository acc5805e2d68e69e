import { answerOverview } from './answer-overview.ts'
import { answerQuery } from './answer-query.ts'
import { compareModels } from './money/compare-models.ts'
import { findPaths } from './paths.ts'

/** Computations of the query language on the thread of reports, by name. */
export const reportAnswerers = {
  query: answerQuery,
  overview: answerOverview,
  models: compareModels,
  paths: findPaths,
}
