import type { Model } from '@tributary/contract/query.ts'
import { cancellation } from '../../answers/cancellation.ts'
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
import { type ChosenRule, ruleFor } from './rule-for-model.ts'
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
  creditsBy: (model: Model) => Promise<ModelCredits>
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
  const own = namesOf(scope)
  const wanted = { names: own, models, withFirsts, withPayers, withCosts, withJourneys }
  const { names, ...money } = await askTogether(engine, { key, wanted }, async (all) => {
    const together = {
      visits: [...new Set(all.flatMap(({ names }) => names.visits))],
      payments: [...new Set(all.flatMap(({ names }) => names.payments))],
    }
    const wide = {
      ...part,
      withFirsts: all.some((one) => one.withFirsts),
      withPayers: all.some((one) => one.withPayers),
      withCosts: all.some((one) => one.withCosts),
    }
    // Markov learns from all money, with the visits that led to it.
    const isLearned = all.some((one) => one.models.includes('markov'))
    // Without dimensions of visits, the totals do not depend on which visits led to the money.
    const isOfVisits =
      together.visits.length > 0 || filters.visits.length > 0 || all.some((one) => one.withJourneys)
    const asked = {
      ...{ part: wide, range, names: together },
      withTouches: isOfVisits || isLearned,
      // Credits of other payments do not pass.
      passingOnly: !isLearned,
    }
    const found = await moneyWithTouches(engine, { ...scope, model: reach }, asked)
    const credit = async (model: Model): Promise<ModelCredits> => {
      const chosen = await ruleFor(engine, { ...scope, model }, { ...found, range })
      const credits = passing(scope, creditMoney(found.movements, found.touches, chosen.rule))
      return { ...chosen, credits }
    }
    const byModel = new Map<Model, Promise<ModelCredits>>()
    // One caller's credits serve the others, and must not be cancelled with that caller.
    const signal = cancellation.getStore()
    const creditsBy = (model: Model) => {
      const credits = byModel.get(model) ?? cancellation.run(signal, () => credit(model))
      // All models' credits together need much memory: those that only one question needs are not stored.
      const askers = all.filter((one) => one.models.includes(model)).length
      if (askers > 1) byModel.set(model, credits)
      return credits
    }
    return { ...found, creditsBy, staleRates: staleRates(found.movements, zone), names: together }
  })
  return {
    ...money,
    places: {
      visits: own.visits.map((name) => names.visits.indexOf(name)),
      payments: own.payments.map((name) => names.payments.indexOf(name)),
    },
  }
}

/** Filters of visits restrict the money to that credited to a visit which passes. */
export function passing({ filters }: Pick<ReportScope, 'filters'>, credits: Credit[]): Credit[] {
  return filters.visits.length === 0 ? credits : credits.filter(({ touch }) => touch?.passes)
}
