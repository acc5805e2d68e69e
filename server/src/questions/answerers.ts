import { answerCohorts } from './answer-cohorts.ts'
import { answerFunnel } from './answer-funnel.ts'
import { answerGoals } from './answer-goals.ts'
import { answerJourneys } from './answer-journeys.ts'
import { realtimeAnswerers } from './answer-realtime.ts'

/** What the thread of reports computes with parameters of its own, by name. */
export const questionAnswerers = {
  ...realtimeAnswerers,
  funnel: answerFunnel,
  goals: answerGoals,
  journeys: answerJourneys,
  cohorts: answerCohorts,
}
