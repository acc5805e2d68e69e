import type Stripe from 'stripe'
import { storable } from '../../ledger/fact-bounds.ts'
import type { MoneyFact } from '../../ledger/money-fact.ts'
import { stripeCustomerReading } from '../../providers/stripe-discounts.ts'
import { stripeEventTypes, translateStripe } from '../../providers/stripe-facts.ts'
import {
  stripeSubscriptionReading,
  stripeSubscriptions,
  stripeSubscriptionTypes,
} from '../../providers/stripe-subscriptions.ts'
import { type Fields, idOf, wholeOf } from '../../providers/wire/fields.ts'
import type { SubscriptionFact } from '../../subscriptions/subscription-fact.ts'
import type { Change, Movement } from '../provider-api.ts'
import { storableMovements } from '../storable-movements.ts'
import { stripeError } from './stripe-client.ts'
import { stripeMovement } from './stripe-movement.ts'
import {
  type ReadObject,
  readBooking,
  readCharge,
  readDispute,
  readInvoice,
  readRefund,
  readSession,
  readSubscription,
} from './stripe-objects.ts'

/** A page of a list within a span of time, seconds since 1970, after an object. */
export interface ListParams {
  created: { gte: number; lt: number }
  limit: number
  starting_after?: string
}

/** One of Stripe's lists. */
export interface StripeList {
  name: string
  page(stripe: Stripe, params: ListParams): Promise<{ data: object[]; has_more: boolean }>
  read(object: Fields): readonly MoneyFact[]
  readSubscriptions?(object: Fields): readonly SubscriptionFact[]
  /** The booked amount, in a list of bookings. */
  movement?(object: Fields): Movement | undefined
  source: string
}

const source = 'sync:stripe'

/** The bookings: the other side of reconciliation. Events only contain the id of a charge's booking, not its fee. */
export const bookingList: StripeList = {
  ...history('balance transactions', readBooking, (stripe, params) =>
    stripe.balanceTransactions.list({ ...params, expand: ['data.source'] }),
  ),
  movement: stripeMovement,
}

/**
 * The lists of an account's past, in this order in each span of time: invoices identify their charges first, so that
 * these do not count as other payments meanwhile.
 */
export const historyLists: readonly StripeList[] = [
  history('invoices', readInvoice, (stripe, params) =>
    stripe.invoices.list({ ...params, status: 'paid', expand: ['data.payments'] }),
  ),
  history('charges', readCharge, (stripe, params) =>
    stripe.charges.list({
      ...params,
      expand: ['data.payment_intent', 'data.balance_transaction'],
    }),
  ),
  history('checkout sessions', readSession, (stripe, params) =>
    stripe.checkout.sessions.list({ ...params, status: 'complete' }),
  ),
  {
    ...history('subscriptions', readSubscription, (stripe, params) =>
      stripe.subscriptions.list({ ...params, status: 'all' }),
    ),
    readSubscriptions: stripeSubscriptionReading,
  },
  history('refunds', readRefund, (stripe, params) =>
    stripe.refunds.list({
      ...params,
      expand: ['data.balance_transaction', 'data.failure_balance_transaction'],
    }),
  ),
  history('disputes', readDispute, (stripe, params) => stripe.disputes.list(params)),
  bookingList,
  {
    // Customers' discounts. Keys need not be allowed to read them.
    ...history(
      'customers',
      () => [],
      (stripe, params) =>
        stripe.customers
          .list({ ...params, expand: ['data.discount.source.coupon'] })
          .catch((error: unknown) => {
            if (stripeError(error, 'customers').code === 'not-permitted') return noObjects
            throw error
          }),
    ),
    readSubscriptions: stripeCustomerReading,
  },
]

const noObjects = { data: [], has_more: false }

/**
 * The events that webhooks deliver, with the same source: an event that was delivered and is read again states the
 * same facts and adds nothing.
 */
export const eventList: StripeList = {
  name: 'events',
  page: (stripe, params) => stripe.events.list({ ...params, types: listedTypes }),
  read: (event) => translateStripe(asDelivered(event)),
  readSubscriptions: (event) => stripeSubscriptions(asDelivered(event)),
  source: 'webhook:stripe',
}

/** Every refund also has a `refund.created` and a `refund.updated`. */
const twins = ['charge.refunded', 'charge.refund.updated']

/** Stripe takes up to 20. */
const listedTypes = [...new Set([...stripeEventTypes, ...stripeSubscriptionTypes])].filter(
  (type) => !twins.includes(type),
)

function asDelivered(event: Fields) {
  return { key: '', type: String(event.type), isTest: false, body: event }
}

function history(name: string, read: ReadObject, page: StripeList['page']): StripeList {
  return { name, page, read, source }
}

/** The facts of one object; none for objects of test mode, and the reason for those that cannot be read. */
export function changeOf(list: StripeList, object: object): Change {
  const fields = object as Fields
  const change = { id: idOf(fields) ?? '', source: list.source, subscriptions: [], movements: [] }
  if (fields.livemode === false) return { ...change, facts: [], problem: null }
  let facts: readonly MoneyFact[] = []
  try {
    facts = storable(list.read(fields))
    const subscriptions = list.readSubscriptions?.(fields) ?? []
    const movement = list.movement?.(fields)
    const movements = storableMovements(movement ? [movement] : [])
    return { ...change, facts, subscriptions, movements, problem: null }
  } catch (error) {
    // The money of a subscription that cannot be understood is recorded all the same.
    const problem = error instanceof Error ? error.message : String(error)
    return { ...change, facts, problem }
  }
}

/** When an object was made, in seconds since 1970. */
export function createdOf(object: object | undefined): number | null {
  return object === undefined ? null : wholeOf((object as Fields).created)
}
