import type { Engine } from '../store/events/engine.ts'
import type { KeyPlaces } from './add-up-money.ts'
import { type Credit, creditMoney } from './credit-money.ts'
import type { DateRange } from './date-range.ts'
import {
  type MoneyPart,
  type MoneyWithTouches,
  moneyWithTouches,
  namesOf,
} from './money-with-touches.ts'
import { askTogether } from './queries/ask-together.ts'
import type { PaymentDimensionName } from './queries/payment-words.ts'
import type { SessionDimensionName } from './queries/vocabulary.ts'
import type { ReportScope } from './question.ts'
import { type ChosenRule, ruleFor } from './rule-for-model.ts'
import { type StaleRate, staleRates } from './stale-rates.ts'

/** Money with what each touch is credited with; only credits that pass the filters of visits. */
export interface CreditedMoney extends MoneyWithTouches, ChosenRule {
  credits: readonly Credit[]
  staleRates: StaleRate[]
}

/** What each round of those who ask for the same money wants it named by. */
interface Wanted {
  visits: Set<SessionDimensionName>
  payments: Set<PaymentDimensionName>
  withFirsts: boolean
  withPayers: boolean
  withCosts: boolean
}

const wantedOf = new WeakMap<Engine, Map<string, Wanted>>()

/**
 * The money of a range, credited by the rule of the question. The panels of a page differ in what they name the
 * same money by: those who ask at the same time share one reading, named by everything that any of them wants,
 * and one crediting. Nothing of it is stored, and what is shared must not be changed.
 */
export async function creditedMoney(
  engine: Engine,
  scope: ReportScope,
  { part, range }: { part: MoneyPart; range: DateRange },
): Promise<CreditedMoney & { places: KeyPlaces }> {
  const { siteId, zone, model, lookbackDays, includeDirect, filters, refundsOnPayment } = scope
  const { withFirsts = false, withPayers = false, withCosts = false, ...span } = part
  const crediting = [model, String(lookbackDays), includeDirect, refundsOnPayment]
  const key = JSON.stringify(['money', siteId, zone, crediting, filters, span, range])
  const waiting = wantedOf.get(engine) ?? new Map<string, Wanted>()
  wantedOf.set(engine, waiting)
  const wanted = waiting.get(key) ?? {
    visits: new Set(),
    payments: new Set(),
    withFirsts: false,
    withPayers: false,
    withCosts: false,
  }
  waiting.set(key, wanted)
  const own = namesOf(scope)
  for (const name of own.visits) wanted.visits.add(name)
  for (const name of own.payments) wanted.payments.add(name)
  wanted.withFirsts ||= withFirsts
  wanted.withPayers ||= withPayers
  wanted.withCosts ||= withCosts
  const { names, ...money } = await askTogether(engine, key, async () => {
    waiting.delete(key)
    const { visits, payments, ...details } = wanted
    const all = { visits: [...visits], payments: [...payments] }
    const wide = { ...part, ...details }
    const found = await moneyWithTouches(engine, scope, { part: wide, range, names: all })
    const chosen = await ruleFor(engine, scope, { ...found, range })
    const credits = passing(scope, creditMoney(found.movements, found.touches, chosen.rule))
    const stale = staleRates(found.movements, zone)
    return { ...found, ...chosen, credits, staleRates: stale, names: all }
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
