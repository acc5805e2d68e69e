import type Stripe from 'stripe'
import { type Fields, fieldsOf, idOf, listOf } from '../../providers/wire/fields.ts'
import { type Change, ProviderApiError } from '../provider-api.ts'
import { stripeError } from './stripe-client.ts'
import { changeOf, historyLists, type StripeList } from './stripe-lists.ts'

const most = 100

/** Everything that an account holds of one payment, by the id of its payment intent or, without one, of its charge. */
export async function readStripePayment(stripe: Stripe, ref: string): Promise<Change[]> {
  try {
    const charges = await chargesOf(stripe, ref)
    const found: Change[] = await invoicesOf(stripe, ref)
    const sessions = ref.startsWith('pi_')
      ? (await stripe.checkout.sessions.list({ payment_intent: ref, limit: most })).data
      : []
    found.push(...charges.map((one) => change('charges', one)))
    found.push(...sessions.map((one) => change('checkout sessions', one)))
    for (const { id: charge } of charges) {
      const expand = ['data.balance_transaction', 'data.failure_balance_transaction']
      const refunds = await stripe.refunds.list({ charge, limit: most, expand })
      found.push(...refunds.data.map((one) => change('refunds', one)))
      const disputes = await stripe.disputes.list({ charge, limit: most })
      found.push(...disputes.data.map((one) => change('disputes', one)))
    }
    return found
  } catch (cause) {
    const error = stripeError(cause, 'one payment')
    if (error.code === 'unexpected' && /resource_missing/.test(error.message)) return []
    throw error
  }
}

async function chargesOf(stripe: Stripe, ref: string): Promise<Stripe.Charge[]> {
  const expand = ['payment_intent', 'balance_transaction']
  if (!ref.startsWith('pi_')) return [await stripe.charges.retrieve(ref, { expand })]
  const inList = expand.map((name) => `data.${name}`)
  return (await stripe.charges.list({ payment_intent: ref, limit: most, expand: inList })).data
}

/** First, as in the history: they identify their charges. */
async function invoicesOf(stripe: Stripe, ref: string): Promise<Change[]> {
  if (!ref.startsWith('pi_')) return []
  const payment = { type: 'payment_intent', payment_intent: ref } as const
  const paid = await stripe.invoicePayments.list({ payment, limit: most })
  const ids = listOf(paid.data).flatMap((one) => idOf(fieldsOf(one).invoice) ?? [])
  const found: Change[] = []
  for (const id of new Set(ids)) {
    const invoice = await stripe.invoices.retrieve(id, { expand: ['payments'] })
    if (invoice.status === 'paid') found.push(change('invoices', invoice))
  }
  return found
}

/** The facts of one object, read by the code of its list. */
function change(list: StripeList['name'], object: object): Change {
  const known = historyLists.find(({ name }) => name === list)
  if (known === undefined) throw new ProviderApiError('unexpected', `there is no list of ${list}`)
  return changeOf(known, object as Fields)
}
