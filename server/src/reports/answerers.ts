import { answerOverview } from './answer-overview.ts'
import { answerQuery } from './answer-query.ts'
import { compareModels } from './money/compare-models.ts'
import { findPaths } from './paths.ts'

/** What the thread of reports computes of the query language, by name. */
export const reportAnswerers = {
  query: answerQuery,
  overview: answerOverview,
  models: compareModels,
  paths: findPaths,
}
