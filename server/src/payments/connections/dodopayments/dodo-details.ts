import type DodoPayments from 'dodopayments'
import { LRUCache } from 'lru-cache'
import { type Fields, fieldsOf, textOf, timeOf } from '../../providers/wire/fields.ts'
import type { ListQuestion } from '../lists-api.ts'

const mostRemembered = 2_000
const atOnce = 5
const detailedMs = 31 * 86_400_000

/**
 * What lists leave out: of a payment its tax, its checkout and what was settled, of a refund or dispute its payment.
 * What was retrieved is remembered, since what is recent is listed every 15 minutes.
 */
export interface DodoDetails {
  /** The payments of a page, those that succeeded with all that is known of them. */
  paymentsOf(
    client: DodoPayments,
    listed: readonly object[],
    question: ListQuestion,
  ): Promise<object[]>
  payment(client: DodoPayments, id: string): Promise<Fields>
  refund(client: DodoPayments, id: string): Promise<Fields>
  dispute(client: DodoPayments, id: string): Promise<Fields>
}

export function rememberDetails(): DodoDetails {
  const remembered = new LRUCache<string, Fields>({ max: mostRemembered })
  const get = async (id: string, retrieve: () => PromiseLike<unknown>) => {
    const known = remembered.get(id)
    if (known !== undefined) return known
    const fields = fieldsOf(await retrieve())
    remembered.set(id, fields)
    return fields
  }
  const payment: DodoDetails['payment'] = (client, id) =>
    get(id, () => client.payments.retrieve(id))
  return {
    payment,
    refund: (client, id) => get(id, () => client.refunds.retrieve(id)),
    dispute: (client, id) => get(id, () => client.disputes.retrieve(id)),
    async paymentsOf(client, listed, question) {
      const sinceMs = detailedSince(question)
      return inTurns(listed, async (one) => {
        const { payment_id, status, created_at } = one as Fields
        const id = textOf(payment_id)
        const isDetailed = status === 'succeeded' && (timeOf(created_at) ?? 0) >= sinceMs
        return id === null || !isDetailed ? one : await payment(client, id)
      })
    },
  }
}

/** What is looked over once a day for what changed late was read in detail before. */
function detailedSince({ sinceMs, ...span }: ListQuestion): number {
  const untilMs = 'untilMs' in span ? span.untilMs : Date.now()
  return Math.max(sinceMs, untilMs - detailedMs)
}

/** The results of some work on each, a few at a time, in the order of `all`. */
export async function inTurns<One, Result>(
  all: readonly One[],
  work: (one: One) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  for (let start = 0; start < all.length; start += atOnce) {
    results.push(...(await Promise.all(all.slice(start, start + atOnce).map(work))))
  }
  return results
}
