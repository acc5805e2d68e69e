import { decideByTime } from '@tributary/server/payments/linking/steps/link-by-time.ts'
import {
  rateWindowMs,
  type TimeFacts,
  timeWindowMs,
} from '@tributary/server/payments/linking/steps/link-step.ts'
import { noLink, type Payment } from '@tributary/server/payments/rows/payment.ts'
import { dayMs, hourMs } from '@tributary/server/time/durations.ts'
import { type Random, seededRandom } from '../demo/random.ts'
import type { Row } from './table.ts'

const paymentsEach = 20_000
/** A buyer leaves for the checkout this long before the money moves (attribution reference, section 8). */
const checkoutMs = { least: 20_000, most: 180_000 }
/** The share of visitors whose browser does not block the script. */
const trackedShare = 0.7
/** How many of 100 payments are linked by ids or e-mail, which tells the rule how reliable time is. */
const known = { all: 100, known: 70 }
/** Sessions that go to a checkout and do not pay: seven of ten carts are abandoned, two visits in a hundred pay. */
const abandonedShare = 0.04

/**
 * How often the only candidate session is the payer's: sessions arrive at random at a steady rate,
 * payers are tracked or not, and the rule that links by time decides on what it would see.
 */
export function measureLinking(): Row[] {
  const rates = [1, 5, 20, 100]
  return rates.flatMap((perHour) =>
    [false, true].map((isSeen): Row => {
      const { right, linked } = simulate(perHour, isSeen)
      const precision = linked === 0 ? 'links none' : (right / linked).toFixed(3)
      const share = ((100 * linked) / paymentsEach).toFixed(1)
      return {
        what: `${perHour} sessions an hour, checkout ${isSeen ? 'seen' : 'not seen'}`,
        measured: `${precision}, of ${share} % of the payments`,
        floor: '0.95',
      }
    }),
  )
}

function simulate(perHour: number, isCheckoutSeen: boolean) {
  const random = seededRandom(perHour * 2 + Number(isCheckoutSeen))
  const perMs = perHour / hourMs
  const others = { sessions: perMs * rateWindowMs, checkout: perMs * rateWindowMs * abandonedShare }
  const facts = (sessions: TimeFacts['sessions']): TimeFacts => ({
    sessions,
    competing: false,
    rate: {
      sessions: Math.round(others.sessions) + 1,
      checkoutSessions: Math.round(others.checkout) + 1,
      firstMs: 0,
    },
    payments: known,
    refunded: false,
    imported: false,
  })
  let right = 0
  let linked = 0
  for (let number = 0; number < paymentsEach; number++) {
    const sessions: TimeFacts['sessions'] = []
    for (let count = poisson(perMs * timeWindowMs, random); count > 0; count--) {
      const checkoutIntent = isCheckoutSeen && random.chance(abandonedShare)
      sessions.push({ visitorId: `other ${count}`, sessionId: `s${count}`, checkoutIntent })
    }
    const leftMs = random.between(checkoutMs.least, checkoutMs.most)
    if (random.chance(trackedShare) && leftMs <= timeWindowMs) {
      const own = { visitorId: 'payer', sessionId: 'own', checkoutIntent: isCheckoutSeen }
      sessions.push(own)
    }
    const { link } = decideByTime(payment, facts(sessions))
    if (link === undefined) continue
    linked += 1
    if (link.visitorId === 'payer') right += 1
  }
  return { right, linked }
}

/** A Poisson-distributed count with the given mean. */
function poisson(mean: number, random: Random): number {
  let count = 0
  for (let at = random.exponential(1); at < mean; at += random.exponential(1)) count += 1
  return count
}

const paidAtMs = 30 * dayMs

const payment: Payment = {
  id: 'pay_1',
  siteId: 'site_1',
  provider: 'stripe',
  providerPaymentId: 'pi_1',
  amountMinor: 1900,
  currency: 'USD',
  paidAtMs,
  paidAtGiven: true,
  renewal: null,
  trial: null,
  customerId: null,
  subscriptionId: null,
  customerEmail: null,
  emailHash: null,
  givenVisitorId: null,
  givenSessionId: null,
  referenceVisitorId: null,
  metadata: null,
  taxMinor: null,
  fees: null,
  product: null,
  renewalReported: null,
  trialReported: null,
  link: noLink(paidAtMs),
  relinkAtMs: null,
  revision: 1,
  receivedMs: paidAtMs,
  updatedMs: paidAtMs,
  erasedMs: null,
  duplicate: null,
  isCountedByHand: false,
}
