import type { MoneyFact } from '../ledger/money-fact.ts'
import {
  type Delivery,
  type EndpointKeys,
  MalformedBody,
  type Provider,
  type ProviderEvent,
  testMark,
  type Verdict,
} from './provider.ts'
import { translateStripe } from './stripe-facts.ts'
import { stripeSubscriptions } from './stripe-subscriptions.ts'
import { textOf } from './wire/fields.ts'
import { hmacSha256, judge, rejected, timeProblem } from './wire/hmac.ts'
import { parseJsonObject } from './wire/json-text.ts'

/** Stripe: `Stripe-Signature: t=…,v1=…`, in hex over `t.body`, keyed with the whole `whsec_…` text. */
export const stripe: Provider = {
  name: 'stripe',
  title: 'Stripe',
  isSigned: true,
  toleranceSeconds: 300,
  archivedHeaders: [],
  verify,
  read,
  translate: (event): MoneyFact[] => translateStripe(event),
  subscriptions: stripeSubscriptions,
  sample(secret, nowMs) {
    const created = Math.floor(nowMs / 1000)
    const intent = {
      id: `pi_tributary_test_${created}`,
      object: 'payment_intent',
      amount: 100,
      amount_received: 100,
      created,
      currency: 'usd',
      metadata: { tributary_visitor_id: 'tributary-test' },
      status: 'succeeded',
    }
    const event = {
      id: `evt_tributary_test_${nowMs}`,
      object: 'event',
      type: 'payment_intent.succeeded',
      created,
      livemode: false,
      data: { object: intent },
      [testMark]: true,
    }
    const body = Buffer.from(JSON.stringify(event))
    const signature = hmacSha256(secret, `${created}.`, body).toString('hex')
    return { body, headers: { 'stripe-signature': `t=${created},v1=${signature}` } }
  },
}

function verify(
  { body, headers }: Delivery,
  { secrets, toleranceSeconds }: EndpointKeys,
  { nowMs }: { nowMs: number },
): Verdict {
  const fields = (headers['stripe-signature'] ?? '').split(',').map((field) => field.trim())
  const time = fields.find((field) => field.startsWith('t='))?.slice(2)
  const problem = timeProblem(time, nowMs, toleranceSeconds)
  if (problem !== undefined) return rejected(problem)
  const signatures = fields.filter((field) => field.startsWith('v1=')).map((f) => f.slice(3))
  const expected = secrets.map((secret) => hmacSha256(secret, `${time}.`, body))
  return judge(signatures, 'hex', expected)
}

function read({ body }: Delivery): ProviderEvent {
  const event = parseJsonObject(body)
  const [id, type] = [textOf(event.id), textOf(event.type)]
  if (id === null || type === null) throw new MalformedBody('this is no Stripe event')
  return { key: id, type, isTest: event.livemode === false, body: event }
}
