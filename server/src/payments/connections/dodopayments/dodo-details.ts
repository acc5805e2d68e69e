import type DodoPayments from 'dodopayments'
import { LRUCache } from 'lru-cache'
import { dayMs } from '../../../time/durations.ts'
import { type Fields, fieldsOf, need, textOf, timeOf } from '../../providers/wire/fields.ts'
import { ifExists } from '../if-exists.ts'
import { inTurns } from '../in-turns.ts'
import type { ListQuestion } from '../lists-api.ts'

/** More than are made in the span of time that is read at once. */
const mostRemembered = 10_000
/** The fields of a payment, refund or dispute that are used; others are not cached. */
const readNames = [
  ...['payment_id', 'status', 'total_amount', 'currency', 'tax', 'created_at', 'updated_at'],
  ...['customer', 'metadata', 'checkout_session_id', 'subscription_id', 'subscription_ids'],
  ...['settlement_amount', 'settlement_currency', 'product_cart', 'is_update_payment_method'],
  ...['refund_id', 'dispute_id', 'dispute_status', 'amount'],
]
const detailedMs = 31 * dayMs

/**
 * Fields missing in lists: a payment's tax, checkout and settled amount; the payment of a refund or dispute.
 * Retrieved objects are cached, since recent ones are listed every 15 minutes.
 */
export interface DodoDetails {
  /** The payments of a page, the successful ones with all details. */
  paymentsOf(
    client: DodoPayments,
    listed: readonly object[],
    question: ListQuestion,
  ): Promise<object[]>
  /** Undefined, like the next two: it does not exist. */
  payment(client: DodoPayments, id: string): Promise<Fields | undefined>
  refund(client: DodoPayments, id: string): Promise<Fields | undefined>
  dispute(client: DodoPayments, id: string): Promise<Fields | undefined>
}

export function rememberDetails(): DodoDetails {
  const remembered = new LRUCache<string, Fields>({ max: mostRemembered })
  const get = async (idName: string, id: string, retrieve: () => PromiseLike<unknown>) => {
    const known = remembered.get(id)
    if (known !== undefined) return known
    const found = await ifExists(retrieve())
    if (found === undefined) return undefined
    const whole = fieldsOf(found)
    need(whole[idName] === id ? id : null, idName)
    const read = Object.entries(whole).filter(([name]) => readNames.includes(name))
    const fields = Object.fromEntries(read)
    remembered.set(id, fields)
    return fields
  }
  const payment: DodoDetails['payment'] = (client, id) =>
    get('payment_id', id, () => client.payments.retrieve(id))
  return {
    payment,
    refund: (client, id) => get('refund_id', id, () => client.refunds.retrieve(id)),
    dispute: (client, id) => get('dispute_id', id, () => client.disputes.retrieve(id)),
    async paymentsOf(client, listed, question) {
      const sinceMs = detailedSince(question)
      return inTurns(listed, async (one) => {
        const { payment_id, status, created_at } = one as Fields
        const id = textOf(payment_id)
        const isDetailed = status === 'succeeded' && (timeOf(created_at) ?? 0) >= sinceMs
        return id === null || !isDetailed ? one : ((await payment(client, id)) ?? one)
      })
    },
  }
}

/** Objects that the daily check reads again for late changes had their details read before. */
function detailedSince({ sinceMs, ...span }: ListQuestion): number {
  const untilMs = 'untilMs' in span ? span.untilMs : Date.now()
  return Math.max(sinceMs, untilMs - detailedMs)
}
