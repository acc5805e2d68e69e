import Type, { type Static } from 'typebox'
import { day } from './day.ts'
import { duplicateOf } from './payment.ts'
import type { Model } from './query.ts'

const nullable = <Schema extends Type.TSchema>(schema: Schema, options: Type.TSchemaOptions = {}) =>
  Type.Union([schema, Type.Null()], options)

const methods = ['ids', 'email', 'time', 'inherited', 'manual', 'none'] as const
const statuses = [
  'paid',
  'trial',
  'partially-refunded',
  'refunded',
  'disputed',
  'dispute-lost',
  'duplicate',
] as const

/** Why money has no visitor, as the not-linked inbox groups it. */
export const unlinkedCauses = {
  'no-ids': 'it came without a visitor or session id, and nothing else identifies its visitor',
  'id-not-seen': 'the id that came with it was never seen on this site',
  'email-unknown': 'no visitor was identified with the e-mail address',
  'identification-off': 'there is an e-mail address, but user identification is off',
  'shared-email': 'too many visitors were identified with the address',
  'ambiguous-time': 'several sessions could have paid, or one too uncertainly',
  'first-payment-not-linked': 'a renewal whose first payment has no visitor',
  'not-tried-yet': 'recorded a moment ago',
  'unlinked-by-hand': 'somebody took the link away',
  'person-erased': 'its visitor was erased',
} as const

/** The models that credit one visit with all of a payment. */
const modelsOfOne = ['last-non-direct', 'last', 'first'] as const satisfies Model[]

const cause = Type.Enum(Object.keys(unlinkedCauses) as (keyof typeof unlinkedCauses)[], {
  description: 'Why it has no visitor',
})

const range = {
  from: Type.Optional(day("First day in the site's time zone; 90 days ago when absent")),
  to: Type.Optional(day("Last day in the site's time zone; today when absent")),
}

/** Which payments to include; absent fields filter nothing. */
const narrowing = {
  ...range,
  status: Type.Optional(Type.Enum([...statuses])),
  method: Type.Optional(Type.Enum([...methods], { description: 'How it was linked' })),
  cause: Type.Optional(cause),
  provider: Type.Optional(Type.String({ maxLength: 64, examples: ['stripe'] })),
  source: Type.Optional(
    Type.String({
      maxLength: 255,
      description:
        'Payments credited to this source, by the model of `credit`; by last-non-direct when that is absent',
      examples: ['newsletter'],
    }),
  ),
  search: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 320,
      description:
        'An id of the payment or its beginning, an amount such as 49.99, 10-50, >100 or <20 (bounds are included), or, with `visitors:read`, the e-mail address or id of the customer',
      examples: ['pi_3PqX2e'],
    }),
  ),
  credit: Type.Optional(
    Type.Enum([...modelsOfOne], {
      description: 'Adds `credited`: the visit that each payment is credited to by this model',
    }),
  ),
}

export const paymentsQuery = Type.Object({
  ...narrowing,
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, default: 50 })),
  cursor: Type.Optional(
    Type.String({ maxLength: 64, description: 'nextCursor of the page before' }),
  ),
})

export type PaymentsQuery = Static<typeof paymentsQuery>

export const paymentTotalsQuery = Type.Object(narrowing)

export type PaymentTotalsQuery = Static<typeof paymentTotalsQuery>

export const unlinkedQuery = Type.Object(range)

export const paymentSummary = Type.Object({
  paymentId: Type.String({ examples: ['pay_4fK9sQ2mXr7TbVw1Lz0C'] }),
  provider: Type.String({ examples: ['stripe'] }),
  providerPaymentId: Type.String({ examples: ['pi_3PqX2e'] }),
  amount: Type.Number({ description: 'Major currency units', examples: [49.99] }),
  currency: Type.String({ examples: ['USD'] }),
  netAmount: Type.Number({ examples: [39.99] }),
  tax: nullable(Type.Number({ examples: [6.39] }), {
    description: 'The tax left after refunds and lost disputes; null while it is unknown',
  }),
  fees: nullable(Type.Number({ examples: [1.15] }), {
    description: 'The provider’s fees, less those returned; null unless all of them are known',
  }),
  takeHome: nullable(Type.Number({ examples: [32.45] }), {
    description: 'netAmount less tax, as far as it is known, and fees; null while fees are unknown',
  }),
  reported: nullable(
    Type.Object(
      {
        currency: Type.String({ examples: ['EUR'] }),
        amount: Type.Number({ examples: [44.99] }),
        netAmount: Type.Number({ examples: [35.99] }),
      },
      {
        description: "What reports count it as; null in the site's own currency, or without a rate",
      },
    ),
  ),
  status: Type.Enum([...statuses]),
  renewal: Type.Boolean(),
  trial: Type.Boolean(),
  product: nullable(Type.String()),
  timestamp: Type.String({ examples: ['2026-11-20T09:30:00.000Z'] }),
  visitorId: nullable(Type.String()),
  sessionId: nullable(Type.String()),
  link: Type.Object({
    method: Type.Enum([...methods]),
    confidence: Type.Number(),
    probable: Type.Boolean(),
  }),
  cause: nullable(cause),
  duplicate: nullable(duplicateOf, {
    description: 'The payment that counts instead of this one; null if this one counts',
  }),
  credited: Type.Optional(
    nullable(
      Type.Object({
        timestamp: Type.String({ description: 'When the visit began' }),
        channel: Type.String({ examples: ['Email'] }),
        source: Type.String({ examples: ['newsletter'] }),
        campaign: Type.String({ examples: ['launch'] }),
      }),
      { description: 'With `credit`: the visit it is credited to, null when there is none' },
    ),
  ),
})

export type PaymentSummary = Static<typeof paymentSummary>

export const paymentsList = Type.Object({
  payments: Type.Array(paymentSummary, { description: 'The latest first' }),
  redacted: Type.Optional(
    Type.Literal(true, {
      description: 'The key lacks `visitors:read`: visitorId and sessionId are null, linked or not',
    }),
  ),
  nextCursor: Type.Optional(Type.String()),
})

export type PaymentsList = Static<typeof paymentsList>

export const paymentTotals = Type.Object({
  payments: Type.Integer({ examples: [53] }),
  amounts: Type.Array(
    Type.Object({
      currency: Type.String({ examples: ['USD'] }),
      amount: Type.Number({ examples: [1_499.5] }),
      netAmount: Type.Number({
        description: 'Without refunds and lost disputes',
        examples: [1450],
      }),
    }),
    {
      description: "In the site's currency where a rate is known, else in the one that was paid",
    },
  ),
  providers: Type.Array(Type.String(), {
    description: 'Every provider of the payments in the range, whatever the filters',
    examples: [['stripe']],
  }),
  truncated: Type.Boolean({ description: 'True when only the latest 20,000 were counted' }),
})

export type PaymentTotals = Static<typeof paymentTotals>

export const unlinkedPayments = Type.Object({
  groups: Type.Array(
    Type.Object({
      cause,
      provider: Type.String({ examples: ['stripe'] }),
      payments: Type.Integer(),
      amounts: Type.Array(Type.Object({ currency: Type.String(), amount: Type.Number() })),
      remedy: Type.String({ description: 'What would link such payments' }),
      examples: Type.Array(Type.String({ description: 'Ids of some of them, the latest first' })),
    }),
    { description: 'The largest number first' },
  ),
  truncated: Type.Boolean({ description: 'True when only the latest 20,000 were looked at' }),
})

export type UnlinkedPayments = Static<typeof unlinkedPayments>

/** A manual link of a payment to a visitor; without one (or with null) to none. */
export const manualLink = Type.Object({
  visitorId: Type.Optional(Type.String({ maxLength: 255 })),
  sessionId: Type.Optional(Type.String({ maxLength: 255 })),
})

/** Records that two providers do not report the same money, or that they may be suggested again. */
export const dismissedSuggestion = Type.Object({
  providers: Type.Tuple([
    Type.String({ minLength: 1, maxLength: 64 }),
    Type.String({ minLength: 1, maxLength: 64 }),
  ]),
  dismissed: Type.Boolean(),
})

/** Payments that count from now on, whatever equals them; with `count` false the ledger decides again. */
export const countedPayments = Type.Object({
  paymentIds: Type.Array(Type.String({ maxLength: 64 }), { minItems: 1, maxItems: 200 }),
  count: Type.Boolean(),
})
