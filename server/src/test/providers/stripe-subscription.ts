import type { StripeObject } from './fake-stripe.ts'

/** An event of a subscription, `afterDays` after the one before. */
export interface SubscriptionChange {
  afterDays: number
  cents?: number
  quantity?: number
  interval?: 'month' | 'year'
  status?: 'active' | 'past_due' | 'paused' | 'canceled'
}

/**
 * A Stripe subscription's whole life: the events that were sent, its state at any moment, and the expected result.
 */
export interface SubscriptionLife {
  events: StripeObject[]
  /** The object in the account; undefined before it began. Seconds since 1970. */
  at(seconds: number): StripeObject | undefined
  /** Its monthly amount from each change on, milliseconds since 1970. */
  truth: { atMs: number; monthlyMinor: number }[]
}

const day = 86_400

/** Simulates a life that begins at a second, with a trial of some days or none. */
export function aSubscriptionLife(
  id: string,
  from: number,
  { trialDays = 0, changes = [] }: { trialDays?: number; changes?: SubscriptionChange[] } = {},
): SubscriptionLife {
  const trial = trialDays === 0 ? [null, null] : [from, from + trialDays * day]
  let known: Known = {
    cents: 2900,
    quantity: 1,
    interval: 'month',
    status: trialDays ? 'trialing' : 'active',
  }
  let object = objectOf(known, { id, from, trial, endedAt: null })
  const states = [{ at: from, object }]
  const events = [eventOf('created', object, from)]
  const truth: SubscriptionLife['truth'] = []
  const note = (at: number) => {
    const monthlyMinor = monthly(known)
    if ((truth.at(-1)?.monthlyMinor ?? 0) !== monthlyMinor)
      truth.push({ atMs: at * 1000, monthlyMinor })
  }
  note(from)
  let at = from
  const afterTrial = trialDays ? [{ afterDays: trialDays, status: 'active' as const }] : []
  for (const { afterDays, ...change } of [...afterTrial, ...changes]) {
    if (known.status === 'canceled') break
    at += Math.round(afterDays * day)
    const before = object
    known = { ...known, ...change }
    const isOver = known.status === 'canceled'
    object = objectOf(known, { id, from, trial, endedAt: isOver ? at : null })
    states.push({ at, object })
    events.push(eventOf(isOver ? 'deleted' : 'updated', object, at, isOver ? undefined : before))
    note(at)
  }
  return { events, truth, at: (seconds) => states.findLast((one) => one.at <= seconds)?.object }
}

interface Known {
  cents: number
  quantity: number
  interval: 'month' | 'year'
  status: string
}

function monthly({ cents, quantity, interval, status }: Known): number {
  if (status !== 'active' && status !== 'past_due') return 0
  return Math.round((cents * quantity) / (interval === 'year' ? 12 : 1))
}

function objectOf(
  { cents, quantity, interval, status }: Known,
  of: { id: string; from: number; trial: (number | null)[]; endedAt: number | null },
): StripeObject {
  const price = {
    ...{ id: `price_${cents}_${interval}`, nickname: null, billing_scheme: 'per_unit' },
    ...{ unit_amount: cents, unit_amount_decimal: String(cents), currency: 'usd' },
    recurring: { interval, interval_count: 1, usage_type: 'licensed' },
  }
  return {
    ...{ id: of.id, object: 'subscription', livemode: true, customer: `cus_of_${of.id}` },
    ...{ created: of.from, start_date: of.from, currency: 'usd', discounts: [], metadata: {} },
    ...{ trial_start: of.trial[0], trial_end: of.trial[1], ended_at: of.endedAt, cancel_at: null },
    ...{ status: status === 'paused' ? 'active' : status, latest_invoice: null },
    pause_collection: status === 'paused' ? { behavior: 'void' } : null,
    items: { object: 'list', data: [{ id: `si_${of.id}`, quantity, price, discounts: [] }] },
  }
}

function eventOf(type: string, object: StripeObject, at: number, before?: StripeObject) {
  const differs = (name: string) => JSON.stringify(object[name]) !== JSON.stringify(before?.[name])
  const previous =
    before && Object.fromEntries(Object.entries(before).filter(([name]) => differs(name)))
  return {
    ...{ id: `evt_${object.id}_${type}_${at}`, object: 'event', created: at, livemode: true },
    type: `customer.subscription.${type}`,
    data: { object, ...(previous && { previous_attributes: previous }) },
  }
}
