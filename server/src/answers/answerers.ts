import { computeReport } from '../payments/subscriptions/compute-report.ts'
import { answerCohorts } from '../questions/answer-cohorts.ts'
import { answerFunnel } from '../questions/answer-funnel.ts'
import { answerGoals } from '../questions/answer-goals.ts'
import { answerJourneys } from '../questions/answer-journeys.ts'
import { answerRealtime } from '../questions/answer-realtime.ts'
import { answerOverview } from '../reports/answer-overview.ts'
import { answerQuery } from '../reports/answer-query.ts'
import { compareModels } from '../reports/compare-models.ts'
import { findPaths } from '../reports/paths.ts'
import { payerCohorts } from '../spend/payer-cohorts.ts'
import type { Engine } from '../store/events/engine.ts'

/**
 * Everything that is computed from the engine alone, by name. Arguments and results are plain
 * values, so that it can be computed on another thread.
 */
export const answerers = {
  query: answerQuery,
  overview: answerOverview,
  models: compareModels,
  paths: findPaths,
  realtime: answerRealtime,
  funnel: answerFunnel,
  goals: answerGoals,
  journeys: answerJourneys,
  cohorts: answerCohorts,
  payerCohorts,
  subscriptions: computeReport,
} as const

type Answerers = typeof answerers
export type AnswerName = keyof Answerers

/** The arguments of a question, without the engine. */
export type Asked<Name extends AnswerName> =
  Parameters<Answerers[Name]> extends [Engine, ...infer Rest] ? Rest : never

export type Answer<Name extends AnswerName> = Awaited<ReturnType<Answerers[Name]>>
