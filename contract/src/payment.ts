import Type, { type Static } from 'typebox'

/** The answer to a payment without these three, word for word as clients know it. */
export const paymentRequired = 'provider, providerPaymentId, and amount are required'
export const paymentRecorded = 'Payment recorded'
export const paymentNotFound = 'Payment not found'
/** The answer to a read that names no payment. */
export const paymentIdRequired = 'paymentId, or provider and providerPaymentId, are required'
export const negativeAmount =
  'amount must not be negative. To record a refund, send the payment again with refunded: true, and refundedAmount when it was not refunded in full'

/** Which payment of the site's primary system another one repeats. */
export const duplicateOf = Type.Object({
  paymentId: Type.String(),
  provider: Type.String({ examples: ['woocommerce'] }),
  by: Type.Enum(['id', 'email'], {
    description:
      'The evidence in addition to amount, currency and day: a shared id, or the e-mail address',
  }),
})

export const metadataLimits = { keys: 50, keyLength: 64, bytes: 16_384, depth: 5 } as const

const text = (maxLength: number, description: string, example: string) =>
  Type.String({ maxLength, description, examples: [example] })
const time = (description: string) =>
  Type.String({ description, examples: ['2026-11-20T09:30:00.000Z'] })
const amount = (description: string, example: number) =>
  Type.Number({ description, examples: [example] })

export const paymentInput = Type.Object(
  {
    provider: text(64, 'Name of the payment provider, in any case; free text', 'stripe'),
    providerPaymentId: text(255, "The payment's identifier at the provider", 'pi_3PqX2e'),
    amount: amount(
      'Amount in major currency units (dollars with decimals), no more decimals than the currency has',
      49.99,
    ),
    currency: Type.Optional(
      Type.String({
        maxLength: 16,
        default: 'USD',
        description: 'ISO 4217 code in any case',
        examples: ['USD'],
      }),
    ),
    customerEmail: Type.Optional(text(320, 'Customer e-mail address', 'ana@example.com')),
    customerId: Type.Optional(text(255, 'Customer identifier at the provider', 'cus_Pq81')),
    visitorId: Type.Optional(
      text(255, 'Visitor identifier, used for linking (cookie `tributary_visitor_id`)', 'v_5f3a9c'),
    ),
    sessionId: Type.Optional(
      text(255, 'Session identifier, used for linking (cookie `tributary_session_id`)', 's_81b2d0'),
    ),
    metadata: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), {
        description:
          'Free-form additional data: at most 50 keys of at most 64 characters, 16 KiB of JSON, 5 levels. `tributary_visitor_id` and `tributary_session_id` in it count as the ids when the top level has none',
        examples: [{ plan: 'pro', tributary_visitor_id: 'v_5f3a9c' }],
      }),
    ),
    timestamp: Type.Optional(
      Type.String({
        maxLength: 64,
        description:
          'When it was paid, ISO 8601; with `refunded`, when the money went back; now when absent; at most 5 minutes ahead',
        examples: ['2026-11-20T09:30:00.000Z'],
      }),
    ),
    refunded: Type.Optional(
      Type.Boolean({ description: 'Whether it was refunded: in full without `refundedAmount`' }),
    ),
    refundedAmount: Type.Optional(
      Type.Number({
        minimum: 0,
        description: 'The total refunded of this payment so far, in major currency units',
        examples: [10],
      }),
    ),
    renewal: Type.Optional(
      Type.Boolean({
        description:
          "Whether it renews a subscription; then it inherits the first payment's visitor",
      }),
    ),
    trial: Type.Optional(Type.Boolean({ description: 'Whether it begins a trial' })),
  },
  { description: 'A payment, reported by a server. Sent again, it is still one payment.' },
)

export type PaymentInput = Static<typeof paymentInput>

export const paymentRecordedData = Type.Object({
  paymentId: Type.String({ examples: ['pay_4fK9sQ2mXr7TbVw1Lz0C'] }),
  message: Type.String({ examples: [paymentRecorded] }),
})

export const paymentQuery = Type.Object({
  paymentId: Type.Optional(
    text(255, 'The id that recording the payment returned', 'pay_4fK9sQ2mXr7TbVw1Lz0C'),
  ),
  provider: Type.Optional(text(64, 'With providerPaymentId: the provider', 'stripe')),
  providerPaymentId: Type.Optional(
    text(255, 'Any id that the provider uses for this payment', 'pi_3PqX2e'),
  ),
})

const nullable = <Schema extends Type.TSchema>(schema: Schema) => Type.Union([schema, Type.Null()])

const candidate = Type.Object({
  visitorId: nullable(Type.String()),
  sessionId: nullable(Type.String()),
  rejected: nullable(
    Type.String({ description: 'Why it was not chosen; null for the one that was' }),
  ),
})

const linkStep = Type.Object({
  step: Type.Enum(['ids', 'inherited', 'email', 'time']),
  outcome: Type.Enum(['linked', 'waiting', 'skipped', 'rejected']),
  reason: Type.String({ examples: ['visitor-id'] }),
  candidates: Type.Array(candidate),
  figures: Type.Optional(Type.Record(Type.String(), Type.Number())),
})

const link = Type.Object({
  method: Type.Enum(['ids', 'email', 'time', 'inherited', 'manual', 'none'], {
    description: 'How the visitor was found',
  }),
  confidence: Type.Number({ minimum: 0, maximum: 1, description: 'The confidence of the link' }),
  probable: Type.Boolean({
    description: 'True for a link by time, which every report can exclude',
  }),
  pathVisitorIds: Type.Array(Type.String(), {
    description:
      "Every visitor whose sessions form the path: the linked one and the person's other devices",
  }),
  firstPaymentId: nullable(
    Type.String({ description: 'The payment whose attribution a renewal inherits' }),
  ),
})

export const paymentData = Type.Object(
  {
    paymentId: Type.String({ examples: ['pay_4fK9sQ2mXr7TbVw1Lz0C'] }),
    redacted: Type.Optional(
      Type.Literal(true, {
        description:
          'The key has only `stats:read`: personal fields are null or empty, linked or not',
      }),
    ),
    provider: Type.String({ description: 'Lower-case', examples: ['stripe'] }),
    providerPaymentId: Type.String({ examples: ['pi_3PqX2e'] }),
    aliases: Type.Array(Type.String(), { description: 'Every other id the provider uses for it' }),
    amount: amount('What was paid, in major currency units', 49.99),
    currency: Type.String({ examples: ['USD'] }),
    netAmount: amount('What was paid less what was refunded or lost in disputes', 39.99),
    refunds: Type.Array(
      Type.Object({ id: Type.String(), amount: Type.Number(), timestamp: time('When') }),
      { description: 'Oldest first' },
    ),
    disputes: Type.Array(
      Type.Object({
        id: Type.String(),
        state: Type.Enum(['opened', 'lost', 'won']),
        amount: Type.Number({ description: 'The amount withdrawn, beyond what was refunded' }),
        timestamp: time('When money last moved for it, or when it was opened'),
      }),
    ),
    status: Type.Enum([
      'paid',
      'trial',
      'partially-refunded',
      'refunded',
      'disputed',
      'dispute-lost',
      'duplicate',
    ]),
    duplicate: nullable(duplicateOf),
    countedByHand: Type.Boolean({
      description: 'Whether a team member decided that it counts, whatever equals it',
    }),
    renewal: Type.Boolean(),
    trial: Type.Boolean(),
    timestamp: time('When it was paid'),
    customerEmail: nullable(Type.String()),
    customerId: nullable(Type.String()),
    subscriptionId: nullable(Type.String()),
    product: nullable(Type.String()),
    tax: nullable(Type.Number({ description: 'Of the amount, which includes it' })),
    fees: nullable(
      Type.Number({
        description:
          'The provider’s fees for it, its refunds and its disputes, less those returned; null unless all of them are known',
        examples: [1.15],
      }),
    ),
    takeHome: nullable(
      Type.Number({
        description:
          'netAmount less the remaining tax, as far as it is known, and fees; null while fees are unknown',
        examples: [32.49],
      }),
    ),
    metadata: Type.Record(Type.String(), Type.Unknown()),
    visitorId: nullable(Type.String({ description: 'Null while it is not linked' })),
    sessionId: nullable(Type.String()),
    link,
    receipt: Type.Object({
      given: Type.Object({
        visitorId: nullable(Type.String()),
        sessionId: nullable(Type.String()),
      }),
      steps: Type.Array(linkStep, { description: 'The result of each linking method, in order' }),
      discrepancies: Type.Array(
        Type.Object({
          field: Type.String({ examples: ['amount'] }),
          kept: Type.Unknown({ description: 'The stored value' }),
          told: Type.Unknown({ description: 'The reported value' }),
          source: Type.String({ examples: ['api'] }),
          timestamp: time('When it was reported'),
        }),
        { description: 'Later reports that conflict with the stored value' },
      ),
      touches: Type.Array(
        Type.Object({
          timestamp: time('When the visit began'),
          channel: Type.String({ examples: ['Email'] }),
          source: Type.String({ examples: ['newsletter'] }),
          campaign: Type.String(),
        }),
        { description: 'The visits credited by any model, oldest first; none while not linked' },
      ),
      credit: Type.Record(Type.String(), Type.Array(Type.Number()), {
        description: "What each model credits each touch with, in the payment's currency",
      }),
      fees: Type.Array(
        Type.Object({
          id: Type.String({ description: 'The movement of the provider’s balance' }),
          of: Type.Enum(['payment', 'refund', 'dispute']),
          kind: Type.Enum(['processing', 'platform', 'currency', 'dispute', 'tax'], {
            description: 'tax: what the provider charges on its fees or withholds',
          }),
          amount: Type.Number({ description: 'Negative if it was returned' }),
          currency: Type.String({ description: 'What it was booked in' }),
          timestamp: time('When'),
        }),
        { description: 'Each fee as the provider stated it, oldest first' },
      ),
      netTax: nullable(
        Type.Object(
          {
            amount: Type.Number(),
            proportional: Type.Boolean({
              description:
                'Whether the tax of some refund is proportional to the payment’s, because the provider did not state it',
            }),
          },
          { description: 'The tax left after refunds and lost disputes; null while it is unknown' },
        ),
      ),
      exchange: nullable(
        Type.Object(
          {
            currency: Type.String({ description: "The site's currency", examples: ['EUR'] }),
            rate: Type.Number({
              description: 'Units of it for one of the payment',
              examples: [0.9],
            }),
            rateDay: Type.String({ examples: ['2026-11-20'] }),
            amount: Type.Number(),
            netAmount: Type.Number(),
          },
          {
            description:
              "What reports count it as; null in the site's own currency, or without a rate",
          },
        ),
      ),
      history: Type.Array(
        Type.Object({
          timestamp: time('When'),
          source: Type.String({ examples: ['api'] }),
          kind: Type.String({ examples: ['recorded'] }),
          details: Type.Record(Type.String(), Type.Unknown()),
        }),
        { description: 'The reports and their effects, oldest first' },
      ),
    }),
  },
  { description: 'One payment, its refunds, and the evidence for its visitor' },
)

export type PaymentData = Static<typeof paymentData>
