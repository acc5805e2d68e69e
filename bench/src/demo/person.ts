import { type Random, weighted } from './random.ts'
import { countries, devices, launch, type Origin, origins, plans } from './shop.ts'

/** A visitor of the shop, and what they will do. */
export interface Person {
  visitorId: string
  email: string
  origin: Origin
  country: string
  utcHours: number
  currency: string
  client: (typeof devices)[number][0]
  /** Visits still to come, including the current one. */
  visitsLeft: number
  /** What they buy on their last visit, if anything. */
  buys: (typeof plans)[number][0] | undefined
}

const pickOrigin = weighted(origins.map((origin) => [origin, origin.weight] as const))
const pickCountry = weighted(countries.map((entry) => [entry, entry[1]] as const))
const pickDevice = weighted(devices)
/** What a buyer buys. */
export const pickPlan = weighted(plans)
const direct = origins[0] as Origin
const newsletter = origins.find(({ query }) => query.includes('newsletter')) as Origin
const brandSearch = origins.find(({ query }) => query.includes('brand')) as Origin

/** A first-time visitor of a day; on a launch day most come from the launch. */
export function newPerson(random: Random, isLaunchDay: boolean): Person {
  const origin = isLaunchDay && random.chance(0.6) ? launch : pickOrigin(random)
  const [country, , utcHours, currency] = pickCountry(random)
  const buys = random.chance(origin.buys) ? pickPlan(random) : undefined
  const returns = buys !== undefined || random.chance(0.22)
  return {
    visitorId: random.id(),
    email: `${random.id().slice(0, 10)}@customer.example`,
    origin,
    country,
    utcHours,
    currency,
    client: pickDevice(random),
    visitsLeft: 1 + (returns ? Math.min(Math.round(random.exponential(1.7)), 9) : 0),
    buys,
  }
}

/** Returning visitors mostly come back without a source. */
export function returnOrigin(person: Person, random: Random): Origin {
  const dice = random.next()
  if (dice < 0.55) return direct
  if (dice < 0.72) return brandSearch
  if (dice < 0.84) return newsletter
  return person.origin === launch ? direct : person.origin
}
