import type { Model } from '@tributary/contract/query.ts'
import type { Engine } from '../../store/events/engine.ts'
import type { DateRange } from '../date-range.ts'
import { askTogether } from '../queries/ask-together.ts'
import type { ReportScope } from '../question.ts'
import type { KeyPlaces } from './add-up-money.ts'
import { type Credit, creditMoney } from './credit-money.ts'
import {
  type MoneyPart,
  type MoneyWithTouches,
  moneyWithTouches,
  namesOf,
} from './money-with-touches.ts'
import { type ChosenRule, readJourneys, ruleFor } from './rule-for-model.ts'
import { type StaleRate, staleRates } from './stale-rates.ts'

/** The credit of each touch by one model; only credits that pass the filters of visits. */
export interface ModelCredits extends ChosenRule {
  credits: readonly Credit[]
}

/** Money, and its credit by each requested model. */
export interface CreditedMoney extends MoneyWithTouches {
  staleRates: StaleRate[]
  /** Where the keys of the question are among those of touches and payments. */
  places: KeyPlaces
  creditsBy: (model: Model) => ModelCredits
}

export interface MoneyWanted {
  part: MoneyPart
  range: DateRange
  models: readonly Model[]
  withJourneys: boolean
}

/**
 * The money of a range, credited by the models wanted. The panels of a page name the same money by different
 * dimensions, and some compare models: simultaneous questions share one reading, named by every dimension that any of
 * them wants, and one crediting per model. `touches` are empty if the question is not about visits. Nothing of it is
 * stored, and what is shared must not be changed.
 */
export async function creditedMoney(
  engine: Engine,
  scope: ReportScope,
  { part, range, models, withJourneys }: MoneyWanted,
): Promise<CreditedMoney> {
  const { siteId, zone, lookbackDays, includeDirect, filters, refundsOnPayment } = scope
  const { withFirsts = false, withPayers = false, withCosts = false, ...span } = part
  // First touch reaches back the furthest, and covers all that the others need.
  const reach = models.includes('first') ? 'first' : 'last'
  const crediting = [reach, String(lookbackDays), includeDirect, refundsOnPayment]
  const key = JSON.stringify(['money', siteId, zone, crediting, filters, span, range])
  const named = namesOf(scope)
  const wanted = { names: named, models, withFirsts, withPayers, withCosts, withJourneys }
  const { names, ...money } = await askTogether(engine, { key, wanted }, async (everyone) => {
    const together = {
      visits: [...new Set(everyone.flatMap(({ names }) => names.visits))],
      payments: [...new Set(everyone.flatMap(({ names }) => names.payments))],
    }
    const wide = {
      ...part,
      withFirsts: everyone.some((one) => one.withFirsts),
      withPayers: everyone.some((one) => one.withPayers),
      withCosts: everyone.some((one) => one.withCosts),
    }
    // Markov learns from all money, with the visits that led to it.
    const isLearned = everyone.some((one) => one.models.includes('markov'))
    // Without dimensions of visits, the totals do not depend on which visits led to the money.
    const isOfVisits =
      together.visits.length > 0 ||
      filters.visits.length > 0 ||
      everyone.some((one) => one.withJourneys)
    const asked = {
      ...{ part: wide, range, names: together },
      withTouches: isOfVisits || isLearned,
      // Credits of other payments do not pass.
      passingOnly: !isLearned,
    }
    const reached = { ...scope, model: reach } as const
    const own = moneyWithTouches(engine, reached, asked)
    const [found, journeys] = await Promise.all([
      own,
      isLearned ? readJourneys(engine, reached, { range, own }) : undefined,
    ])
    const byModel = new Map<Model, ModelCredits>()
    const creditsBy = (model: Model) => {
      const known = byModel.get(model)
      if (known !== undefined) return known
      const chosen = ruleFor({ ...scope, model }, journeys)
      const all = creditMoney(found.movements, found.touches, chosen.rule)
      const credits = { ...chosen, credits: passing(scope, all) }
      // All models' credits together need much memory: those that only one question needs are not stored.
      const askers = everyone.filter((one) => one.models.includes(model)).length
      if (askers > 1) byModel.set(model, credits)
      return credits
    }
    return { ...found, creditsBy, staleRates: staleRates(found.movements, zone), names: together }
  })
  return {
    ...money,
    places: {
      visits: named.visits.map((name) => names.visits.indexOf(name)),
      payments: named.payments.map((name) => names.payments.indexOf(name)),
    },
  }
}

/** Filters of visits restrict the money to that credited to a visit which passes. */
export function passing({ filters }: Pick<ReportScope, 'filters'>, credits: Credit[]): Credit[] {
  return filters.visits.length === 0 ? credits : credits.filter(({ touch }) => touch?.passes)
}
