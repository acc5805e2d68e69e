import { isUtf8 } from 'node:buffer'
import { createHash } from 'node:crypto'
import { entryOf } from '../../entry-of.ts'
import type { MoneyFact } from '../ledger/money-fact.ts'
import { gumroadSubscriptions } from './gumroad-subscriptions.ts'
import {
  type Delivery,
  type EndpointKeys,
  MalformedBody,
  type Outside,
  type Provider,
  type ProviderEvent,
  testMark,
  type Verdict,
} from './provider.ts'
import { currencyOf, majorUnits, smallestUnits } from './wire/amounts.ts'
import { attachedTo } from './wire/attached.ts'
import { feeFacts, paymentFact, stated } from './wire/facts.ts'
import { type Fields, fieldsOf, need, textOf, timeOf, wholeOf } from './wire/fields.ts'
import { rejected } from './wire/hmac.ts'
import { parseJsonObject } from './wire/json-text.ts'

const provider = 'gumroad'
/** The sale from Gumroad's API, stored with the delivery so that a replay need not ask again. */
const saleNote = 'tributary-gumroad-sale'

/**
 * Gumroad signs nothing: anyone who knows the address can report payments. With an access token each sale is looked
 * up in Gumroad's API before it counts; with a seller id, pings of other sellers are rejected.
 */
export const gumroad: Provider = {
  name: provider,
  title: 'Gumroad',
  isSigned: false,
  toleranceSeconds: null,
  archivedHeaders: ['content-type', saleNote],
  verify: (delivery, keys, { outside }) => verify(delivery, keys, outside),
  read(delivery): ProviderEvent {
    const body = parsePing(delivery)
    if (textOf(body.sale_id) === null && textOf(body.subscription_id) === null) {
      throw new MalformedBody('this is no Gumroad ping')
    }
    const key = createHash('sha256').update(delivery.body).digest('hex')
    // The older account-wide ping reports only sales and has no resource name.
    return { key, type: textOf(body.resource_name) ?? 'sale', isTest: flag(body.test), body }
  },
  translate: ({ type, body }, { headers }) =>
    // A ping does not contain its time.
    stated(
      entryOf(readers, type)?.(body, fieldsOf(JSON.parse(headers[saleNote] ?? '{}'))) ?? [],
      null,
    ),
  subscriptions: gumroadSubscriptions,
  sample(_secret, nowMs) {
    const ping = new URLSearchParams({
      sale_id: `tributary-test-${nowMs}`,
      sale_timestamp: new Date(nowMs).toISOString(),
      price: '100',
      currency: 'usd',
      'url_params[tributary_visitor_id]': 'tributary-test',
      resource_name: 'sale',
      test: 'true',
      [testMark]: 'true',
    })
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    return { body: Buffer.from(String(ping)), headers }
  },
}

async function verify(
  delivery: Delivery,
  { options }: EndpointKeys,
  outside: Outside,
): Promise<Verdict> {
  const ping = parsePing(delivery)
  const isOther = options.sellerId !== undefined && ping.seller_id !== options.sellerId
  if (isOther && !flag(ping[testMark])) return rejected('other-account')
  const saleId = textOf(ping.sale_id)
  if (options.apiToken === undefined || saleId === null || flag(ping.test)) {
    return { kind: 'accepted' }
  }
  const sale = await outside.findGumroadSale(saleId, options.apiToken)
  if (sale === undefined || isDenied(ping, sale)) return rejected('unknown-sale')
  const { refunded, partially_refunded, amount_refundable_in_currency } = sale
  const note = { refunded, partially_refunded, amount_refundable_in_currency }
  return { kind: 'accepted', notes: { [saleNote]: JSON.stringify(note) } }
}

/** Whether Gumroad's API contradicts a ping: anybody who knows an id of a sale could invent the rest. */
function isDenied(ping: Fields, sale: Fields): boolean {
  const price = wholeOf(sale.price)
  if (price !== null && ping.price !== undefined && wholeOf(ping.price) !== price) return true
  const flags: Readonly<Record<string, boolean>> = {
    refund: sale.refunded === false && sale.partially_refunded !== true,
    dispute: sale.disputed === false,
    dispute_won: sale.dispute_won === false,
  }
  return entryOf(flags, textOf(ping.resource_name)) ?? false
}

/** A ping is a form, or JSON if the seller chose so. Fields like `url_params[a]` become objects. */
function parsePing({ body, headers }: Delivery): Fields {
  const type = headers['content-type'] ?? ''
  if (/json/i.test(type) || body[0] === 0x7b) return parseJsonObject(body)
  if (!isUtf8(body)) throw new MalformedBody('the body is not UTF-8')
  const ping = new Map<string, unknown>()
  for (const [name, value] of new URLSearchParams(body.toString('utf8'))) {
    const [, outer, inner] = /^([^[\]]+)\[([^[\]]+)\]$/.exec(name) ?? []
    if (outer === undefined || inner === undefined) ping.set(name, value)
    else ping.set(outer, { ...fieldsOf(ping.get(outer)), [inner]: value })
  }
  return Object.fromEntries(ping)
}

/** In a form everything is text. */
function flag(value: unknown): boolean {
  return value === true || value === 'true'
}

type Reader = (ping: Fields, sale: Fields) => MoneyFact[]

const readers: Readonly<Record<string, Reader>> = {
  sale: saleFacts,
  refund: refundFacts,
  dispute: disputeFacts('lost'),
  dispute_won: disputeFacts('won'),
}

function aboutSale(ping: Fields) {
  return { provider, ids: [need(textOf(ping.sale_id), 'sale id')] }
}

function saleFacts(ping: Fields): MoneyFact[] {
  // A pre-order is not charged yet, and a gift is paid by the giver.
  if (flag(ping.is_preorder_authorization) || flag(ping.is_gift_receiver_purchase)) return []
  const currency = currencyOf(ping.currency)
  const amountMinor = smallestUnits(ping.price, currency)
  if (amountMinor === 0) return []
  const paidAtMs = timeOf(ping.sale_timestamp)
  const fee = wholeOf(ping.gumroad_fee)
  return [
    // Gumroad keeps its fee when a sale is refunded.
    ...feeFacts({
      ...{ ...aboutSale(ping), feeId: 'sale', of: 'payment', currency, ofMinor: amountMinor },
      atMs: paidAtMs,
      amounts: { platform: fee === null ? null : smallestUnits(fee, currency) },
    }),
    paymentFact({
      ...aboutSale(ping),
      amountMinor,
      currency,
      paidAtMs,
      renewal: flag(ping.is_recurring_charge),
      subscriptionId: textOf(ping.subscription_id),
      customerId: textOf(ping.purchaser_id),
      customerEmail: textOf(ping.email),
      product: textOf(ping.product_name),
      // A seller's own field may have the same name as ours, so the address's parameters come first.
      ...attachedTo(ping.url_params, ping.custom_fields),
    }),
  ]
}

/** The ping states no amount, only whether all was refunded. The amount of a partial refund is only in the API. */
function refundFacts(ping: Fields, sale: Fields): MoneyFact[] {
  const about = { kind: 'refund' as const, ...aboutSale(ping), atMs: null }
  // If the API was asked, its answer counts and the ping's does not.
  if (flag(sale.refunded ?? ping.refunded)) return [{ ...about, how: 'full' }]
  if (!flag(sale.partially_refunded)) {
    throw new Error('a part was refunded, and only Gumroad’s API knows how much: set an API token')
  }
  const currency = currencyOf(ping.currency)
  const leftMinor = majorUnits(sale.amount_refundable_in_currency, currency)
  const amountMinor = smallestUnits(ping.price, currency) - leftMinor
  return [{ ...about, how: 'total', amountMinor, currency }]
}

/** Gumroad takes the money at once and never reports a lost dispute, only a won one. */
function disputeFacts(state: 'lost' | 'won'): Reader {
  return (ping) => {
    const about = aboutSale(ping)
    const disputeId = `dispute:${about.ids[0]}`
    // Its only time is that of the sale.
    return [
      {
        kind: 'dispute',
        ...about,
        disputeId,
        state,
        amountMinor: null,
        currency: null,
        atMs: null,
      },
    ]
  }
}
