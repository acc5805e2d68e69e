import type { EventStore } from '@tributary/server/store/events/event-store.ts'
import { callApi, type DemoSite } from './demo-api.ts'
import { classifyFor } from './load-shop.ts'
import { newPerson, type Person, pickPlan, returnOrigin } from './person.ts'
import { providerOf } from './providers.ts'
import { type Random, seededRandom } from './random.ts'
import { VisitMaker } from './visit.ts'

/** The most recent visitors who may come back. */
const mostRemembered = 200
/** Also makes visits that began this long before the start, so that the site has visitors at once. */
const headStartMs = 5 * 60_000

interface TrafficOptions {
  events: Pick<EventStore, 'append'>
  site: DemoSite
  /** How long it takes on average until the next visit begins. */
  visitEveryMs: number
  seed: number
  /** Called with hits that could not be stored. */
  onError: (error: unknown) => void
}

/**
 * Simulates random visitors who read at their own pace and sometimes pay. Each hit is stored when it happens;
 * payments are reported through the API. Returns a function that stops it.
 */
export function startTraffic({
  events,
  site,
  visitEveryMs,
  seed,
  onError,
}: TrafficOptions): () => void {
  const random = seededRandom(seed)
  const visits = new VisitMaker({ ...site, classify: classifyFor(site.domain) })
  const timers = new Set<NodeJS.Timeout>()
  const people: Person[] = []
  let payments = 0

  const at = (whenMs: number, work: () => Promise<unknown>) => {
    const timer = setTimeout(
      () => {
        timers.delete(timer)
        work().catch(onError)
      },
      Math.max(0, whenMs - Date.now()),
    )
    timers.add(timer)
  }

  const visit = (startMs: number) => {
    const { person, isNew } = nextPerson(random, people)
    const {
      sessionId,
      events: hits,
      paidAtMs,
    } = visits.make(random, person, isNew ? person.origin : returnOrigin(person, random), startMs)
    for (const hit of hits) {
      at(hit.timestampMs, () => events.append([{ ...hit, receivedMs: Date.now() }]))
    }
    if (paidAtMs !== undefined) at(paidAtMs, () => pay(person, sessionId))
  }

  const pay = ({ buys, currency, visitorId, email }: Person, sessionId: string) => {
    const customerId = `cus_${visitorId.slice(0, 12)}`
    const paidIn = buys && currency in buys.minor ? currency : 'USD'
    return callApi(site, 'POST payment', {
      provider: providerOf({ customerId }),
      providerPaymentId: `live_${seed}_${++payments}`,
      amount: (buys?.minor[paidIn] ?? 0) / 100,
      currency: paidIn,
      ...{ customerId, customerEmail: email, visitorId, sessionId },
    })
  }

  const goOn = (startMs: number) => {
    const nextMs = startMs + random.exponential(visitEveryMs)
    at(nextMs, async () => {
      visit(nextMs)
      goOn(nextMs)
    })
  }
  let startMs = Date.now() - headStartMs
  for (; startMs < Date.now(); startMs += random.exponential(visitEveryMs)) visit(startMs)
  goOn(Date.now())
  return () => {
    for (const timer of timers) clearTimeout(timer)
    timers.clear()
  }
}

/** Every third visit is by a returning visitor; they make most of the purchases. */
function nextPerson(random: Random, people: Person[]): { person: Person; isNew: boolean } {
  const isNew = people.length === 0 || random.chance(0.65)
  const known = isNew ? undefined : people[random.between(0, people.length - 1)]
  const person = known ?? newPerson(random, false)
  if (known === undefined) {
    people.push(person)
    if (people.length > mostRemembered) people.shift()
  }
  const pays = random.chance(isNew ? 0.05 : 0.2)
  Object.assign(person, { buys: pays ? pickPlan(random) : undefined, visitsLeft: 1 })
  return { person: { ...person }, isNew }
}
