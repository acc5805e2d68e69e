import { dayMs } from '../../../time/durations.ts'
import { paypalSubscriptionReading } from '../../providers/paypal-subscriptions.ts'
import {
  type Fields,
  fieldsOf,
  idOf,
  listOf,
  need,
  needList,
  textOf,
  timeOf,
  wholeOf,
} from '../../providers/wire/fields.ts'
import { ifExists } from '../if-exists.ts'
import { inTurns } from '../in-turns.ts'
import type { AccountList, ListPage, ListQuestion } from '../lists-api.ts'
import { RefusedRequest } from '../request-json.ts'
import type { PaypalClient } from './paypal-client.ts'
import { readTransaction } from './paypal-transactions.ts'

const pageSize = 500
/** PayPal returns at most 31 days at once ... */
const longestSpanMs = 30 * dayMs
const shortestSpanMs = 60_000
/** ... of the last three years. */
const oldestMs = 3 * 365 * dayMs
/** A payment can be refunded for 180 days. */
const refundableMs = 180 * dayMs

export const paypalLists: readonly AccountList<PaypalClient>[] = [
  { name: 'transactions', tellsChanges: false, page: transactionsPage, read: readTransaction },
  {
    ...{ name: 'subscriptions', tellsChanges: false, isWhole: true, page: subscriptionsPage },
    read: ({ readMs, ...subscription }) => ({
      facts: [],
      subscriptions: paypalSubscriptionReading(subscription, Number(readMs)),
    }),
  },
]

/**
 * Subscriptions per page, the most that PayPal returns. The list leaves out their plans, so each is then read by
 * itself.
 */
const subscriptionsAtOnce = 20

/** Apps need not be allowed to read subscriptions. */
async function subscriptionsPage(client: PaypalClient, { token }: ListQuestion): Promise<ListPage> {
  const page = Number(token ?? 1)
  try {
    const query = { page_size: subscriptionsAtOnce, page }
    const { body } = await client.ask('/v1/billing/subscriptions', query)
    // An account without subscriptions may have no list: that is not documented.
    const listed = listOf(fieldsOf(body).subscriptions)
    const objects = await inTurns(listed, (one) => withPlan(client, one))
    return {
      objects: objects.flat(),
      next: listed.length < subscriptionsAtOnce ? null : String(page + 1),
    }
  } catch (error) {
    if (error instanceof RefusedRequest && error.answer.status === 403) {
      return { objects: [], next: null }
    }
    throw error
  }
}

/** A listed subscription with its plan; none if it does not exist any more. */
async function withPlan(client: PaypalClient, listed: unknown): Promise<Fields[]> {
  const id = idOf(listed)
  if (id === null) return [fieldsOf(listed)]
  const path = `/v1/billing/subscriptions/${encodeURIComponent(id)}`
  const answer = await ifExists(client.ask(path, { fields: 'plan' }))
  return answer === undefined ? [] : [{ ...fieldsOf(answer.body), readMs: Date.now() }]
}

/** A part of the span, and a page of it. */
interface Place {
  sinceMs: number
  untilMs: number
  page: number
}

/**
 * The account's history, in parts of 30 days, the latest first. A part with more than PayPal answers (10,000
 * transactions) is halved.
 */
async function transactionsPage(client: PaypalClient, question: ListQuestion): Promise<ListPage> {
  const untilMs = question.by === 'created' ? question.untilMs : Date.now()
  const firstMs = Math.max(question.sinceMs, Date.now() - oldestMs)
  if (untilMs <= firstMs) return { objects: [], next: null }
  const before = (ms: number): Place => ({
    ...{ sinceMs: Math.max(firstMs, ms - longestSpanMs), untilMs: ms, page: 1 },
  })
  let place = question.token === null ? before(untilMs) : placeIn(question.token)
  for (;;) {
    try {
      const { objects, isLast, refreshedMs } = await search(client, place)
      const rest = place.sinceMs > firstMs ? before(place.sinceMs) : null
      const next = isLast ? rest : { ...place, page: place.page + 1 }
      return {
        objects,
        next: next && [next.sinceMs, next.untilMs, next.page].join(' '),
        answeredMs: refreshedMs,
      }
    } catch (error) {
      const middleMs = Math.floor((place.sinceMs + place.untilMs) / 2)
      if (!isTooLarge(error) || place.untilMs - middleMs < shortestSpanMs) throw error
      place = { ...place, sinceMs: middleMs, page: 1 }
    }
  }
}

function placeIn(token: string): Place {
  const [sinceMs = 0, untilMs = 0, page = 1] = token.split(' ').map(Number)
  return { sinceMs, untilMs, page }
}

async function search(client: PaypalClient, { sinceMs, untilMs, page }: Place, filter = {}) {
  const { body } = await client.ask('/v1/reporting/transactions', {
    start_date: new Date(sinceMs).toISOString(),
    end_date: new Date(untilMs).toISOString(),
    ...{ fields: 'transaction_info,payer_info', page_size: pageSize, page, ...filter },
  })
  const { transaction_details, total_pages, last_refreshed_datetime } = fieldsOf(body)
  const pages = need(wholeOf(total_pages), 'total_pages')
  const listed = pages === 0 ? [] : needList(transaction_details, 'transaction_details')
  const objects = listed.map((one) => {
    const fields = fieldsOf(one)
    return { ...fields, id: fieldsOf(fields.transaction_info).transaction_id } as Fields
  })
  return {
    objects,
    isLast: page >= pages,
    // Transactions take up to three hours to appear.
    refreshedMs: timeOf(last_refreshed_datetime) ?? undefined,
  }
}

function isTooLarge(error: unknown): boolean {
  return error instanceof RefusedRequest && error.answer.code === 'resultset_too_large'
}

/** A payment and its refunds and disputes. The search goes back from now, unless the capture says when it was. */
export async function findTransactions(client: PaypalClient, ref: string) {
  if (!/^[A-Za-z0-9]{1,24}$/.test(ref)) return []
  const known = await captureOf(client, ref)
  const found: Fields[] = []
  const newestMs = known === undefined ? Date.now() : known.createdMs + dayMs
  const oldest = known === undefined ? Date.now() - oldestMs : known.createdMs - dayMs
  for (let untilMs = newestMs; untilMs > oldest && found.length === 0; untilMs -= longestSpanMs) {
    const place = { sinceMs: Math.max(oldest, untilMs - longestSpanMs), untilMs, page: 1 }
    const { objects } = await search(client, place, { transaction_id: ref })
    found.push(...objects)
  }
  const [payment] = found
  if (payment === undefined) return []
  if (known?.isWhole !== true) found.push(...(await transactionsAbout(client, ref, payment)))
  return found.map((object) => ({ list: 'transactions', object }))
}

/** Refunds and disputes of a payment; the API cannot filter by payment. */
async function transactionsAbout(client: PaypalClient, ref: string, payment: Fields) {
  const { transaction_initiation_date } = fieldsOf(payment.transaction_info)
  const sinceMs = timeOf(transaction_initiation_date) ?? 0
  const untilMs = Math.min(Date.now(), sinceMs + refundableMs)
  const found: Fields[] = []
  for (let token: string | null = null, isMore = true; isMore; ) {
    const question = { by: 'created' as const, sinceMs, untilMs, token, isPast: true }
    const page: ListPage = await transactionsPage(client, question)
    const about = page.objects
      .map(fieldsOf)
      .filter((one) => fieldsOf(one.transaction_info).paypal_reference_id === ref)
    found.push(...about)
    token = page.next
    isMore = token !== null
  }
  return found
}

/** When a payment was made, and whether nothing of it was refunded; undefined if PayPal does not say. */
async function captureOf(client: PaypalClient, ref: string) {
  const answer = await client.ask(`/v2/payments/captures/${ref}`).catch((error: unknown) => {
    const status = error instanceof RefusedRequest ? error.answer.status : 0
    // A subscription's payment is no capture, and an app may lack this permission.
    if ([400, 403, 404, 422].includes(status)) return undefined
    throw error
  })
  const { create_time, status } = fieldsOf(answer?.body)
  const createdMs = timeOf(create_time)
  return createdMs === null ? undefined : { createdMs, isWhole: textOf(status) === 'COMPLETED' }
}
