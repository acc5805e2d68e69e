import Type, { type Static } from 'typebox'
import { day } from './day.ts'

const nullable = <Schema extends Type.TSchema>(schema: Schema, options: Type.TSchemaOptions = {}) =>
  Type.Union([schema, Type.Null()], options)

/** The longest range of one comparison. */
export const longestReconciledDays = 366

export const reconciliationQuery = Type.Object({
  from: Type.Optional(day('First day (UTC); 30 days ago when absent')),
  to: Type.Optional(
    day(`Last day (UTC), at most ${longestReconciledDays} days in all; today when absent`),
  ),
  provider: Type.Optional(
    Type.String({ maxLength: 64, examples: ['stripe'], description: 'Only this account' }),
  ),
})

const totals = (description: string) =>
  Type.Object(
    {
      payments: Type.Integer({ examples: [12] }),
      gross: Type.Number({ examples: [599.88] }),
      refunds: Type.Number({ description: 'Negative or 0', examples: [-49.99] }),
      disputes: Type.Number({
        description: 'Withdrawn by disputes (negative), and returned',
        examples: [0],
      }),
      fees: Type.Number({
        description:
          'The provider’s fees. Those that were booked in another currency are converted at the rate of their movement',
        examples: [20.4],
      }),
      net: Type.Number({ description: 'gross + refunds + disputes - fees', examples: [529.49] }),
    },
    { description },
  )

const side = Type.Object({
  day: day('Day (UTC) on which it counts'),
  amount: Type.Number({ description: 'Negative for returned money', examples: [49.99] }),
  currency: Type.String({ examples: ['USD'] }),
  fee: Type.Number({ description: 'In feeCurrency, as booked', examples: [1.75] }),
  feeCurrency: Type.String({ examples: ['USD'] }),
})

const item = Type.Object({
  id: Type.String({
    description: 'The id of this difference, which changes with its amounts',
    examples: ['rci_8Kd02mXr7TbVw1Lz0Cq4'],
  }),
  state: Type.Enum(['missing', 'extra', 'different'], {
    description:
      'missing: the account has it, the recorded payments do not; extra: the other way round',
  }),
  kind: Type.Enum(['payment', 'refund', 'dispute', 'fee']),
  fields: Type.Array(Type.Enum(['amount', 'currency', 'day', 'fee']), {
    description: 'What is different; empty unless state is `different`',
  }),
  providerPaymentId: Type.String({ examples: ['pi_3PqX2e'] }),
  paymentId: nullable(Type.String({ examples: ['pay_4fK9sQ2mXr7TbVw1Lz0C'] })),
  movementId: nullable(Type.String({ examples: ['txn_3PqX9a'] }), {
    description: 'The movement of the account’s balance',
  }),
  objectId: nullable(Type.String({ examples: ['ch_3PqX9a'] }), {
    description: 'The charge, refund or dispute',
  }),
  statement: nullable(side),
  recorded: nullable(side),
  decision: nullable(
    Type.Object({
      kind: Type.Enum(['left-out', 'explained'], {
        description: 'left-out: it counts on neither side; explained: the totals keep differing',
      }),
      note: Type.String(),
      by: nullable(Type.String(), { description: 'Who decided; null without `visitors:read`' }),
      at: Type.String({ examples: ['2026-11-21T09:30:00.000Z'] }),
    }),
  ),
})

const line = Type.Object({
  provider: Type.String({ examples: ['stripe'] }),
  day: day('Day (UTC)'),
  currency: Type.String({ description: 'What was paid in', examples: ['USD'] }),
  state: Type.Enum(['agrees', 'differs', 'explained', 'unfinished'], {
    description:
      'unfinished: the day is not over, or not completely read; explained: every difference was explained',
  }),
  statement: totals('What the provider’s account booked'),
  recorded: totals('What is recorded here'),
  items: Type.Array(item, { description: 'Every difference, including decided ones' }),
})

export const reconciliation = Type.Object({
  accounts: Type.Array(
    Type.Object({
      provider: Type.String({ examples: ['stripe'] }),
      from: day('First day that is compared'),
      readUntil: nullable(Type.String({ examples: ['2026-11-21T10:00:00.000Z'] }), {
        description:
          'Until when the account’s movements are read; null before the first complete sync',
      }),
      differingDays: Type.Array(Type.String(), {
        description: 'All finished days that differ, latest first, also outside the range',
      }),
    }),
  ),
  notCompared: Type.Array(Type.String(), {
    description:
      'Providers of payments in the range that are not connected by key, so nothing can be compared',
    examples: [['paypal']],
  }),
  days: Type.Array(line, { description: 'Latest first; days without movements are left out' }),
})

export type Reconciliation = Static<typeof reconciliation>

const place = {
  provider: Type.String({ maxLength: 64 }),
  day: day('A day on which the difference is shown'),
  itemId: Type.String({ maxLength: 64 }),
}

export const reconciliationItem = Type.Object(place)

export const reconciliationDecision = Type.Object({
  ...place,
  decision: Type.Enum(['left-out', 'explained']),
  /** Why; needed to explain. */
  note: Type.Optional(Type.String({ maxLength: 500 })),
})
