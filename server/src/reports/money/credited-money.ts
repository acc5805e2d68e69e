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

/** Money with what each touch is credited with; only credits that pass the filters of visits. */
export interface CreditedMoney extends MoneyWithTouches, ChosenRule {
  credits: readonly Credit[]
  staleRates: StaleRate[]
}

/**
 * The money of a range, credited by the rule of the question. The panels of a page differ in what they name the
 * same money by: those who ask at the same time share one reading, named by everything that any of them wants,
 * and one crediting. `touches` are empty where nothing is asked about visits. Nothing of it is stored, and what is shared must not be changed.
 */
export async function creditedMoney(
  engine: Engine,
  scope: ReportScope,
  { part, range, withJourneys }: { part: MoneyPart; range: DateRange; withJourneys: boolean },
): Promise<CreditedMoney & { places: KeyPlaces }> {
  const { siteId, zone, model, lookbackDays, includeDirect, filters, refundsOnPayment } = scope
  const { withFirsts = false, withPayers = false, withCosts = false, ...span } = part
  const crediting = [model, String(lookbackDays), includeDirect, refundsOnPayment]
  const key = JSON.stringify(['money', siteId, zone, crediting, filters, span, range])
  const own = namesOf(scope)
  const wanted = { names: own, withFirsts, withPayers, withCosts, withJourneys }
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
    // Whichever visits led to it, money adds up to the same where nothing is asked about visits.
    const isOfVisits =
      together.visits.length > 0 || filters.visits.length > 0 || all.some((one) => one.withJourneys)
    const withTouches = isOfVisits || model === 'markov'
    // Credits of other payments do not pass. Markov learns from all.
    const passingOnly = model !== 'markov'
    const asked = { part: wide, range, names: together, withTouches, passingOnly }
    const found = await moneyWithTouches(engine, scope, asked)
    const chosen = await ruleFor(engine, scope, { ...found, range })
    const credits = passing(scope, creditMoney(found.movements, found.touches, chosen.rule))
    const stale = staleRates(found.movements, zone)
    return { ...found, ...chosen, credits, staleRates: stale, names: together }
  })
  return {
    ...money,
    places: {
      visits: own.visits.map((name) => names.visits.indexOf(name)),
      payments: own.payments.map((name) => names.payments.indexOf(name)),
    },
  }
}

/** Filters of visits keep to the money that was credited to a visit which passes. */
export function passing({ filters }: Pick<ReportScope, 'filters'>, credits: Credit[]): Credit[] {
  return filters.visits.length === 0 ? credits : credits.filter(({ touch }) => touch?.passes)
}
