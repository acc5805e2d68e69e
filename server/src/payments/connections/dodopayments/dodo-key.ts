import type DodoPayments from 'dodopayments'
import { KeyProblem } from '../provider-api.ts'
import { dodoClient, dodoError } from './dodo-client.ts'

/** The page of Dodo Payments' dashboard where keys are made. */
export const dodoKeyPage = 'https://app.dodopayments.com/developer/api-keys'

const remedy = `Add a live-mode key at ${dodoKeyPage} and leave “Enable write access” off.`
const one = { page_size: 1, page_number: 0 }
const noId = 'tributary_asks_whether_this_key_may_write'

/** What is read. */
const reads: readonly ((client: DodoPayments) => PromiseLike<unknown>)[] = [
  (client) => client.payments.list(one),
  (client) => client.subscriptions.list(one),
  (client) => client.refunds.list(one),
  (client) => client.disputes.list(one),
  (client) => client.balances.retrieveLedger(one),
]

/** Changes of objects that do not exist. A read-only key is refused before anything is looked up. */
const writes: readonly ((client: DodoPayments) => PromiseLike<unknown>)[] = [
  (client) => client.refunds.create({ payment_id: noId }),
  (client) => client.subscriptions.update(noId, {}),
  (client) => client.customers.update(noId, {}),
]

/** Throws unless it is a live-mode key that may read everything we need and change nothing. */
export async function checkDodoKey(key: string, apiUrl: string): Promise<void> {
  const client = await dodoClient(key, apiUrl)
  const readable = await Promise.all(reads.map((ask) => answerOf(ask(client))))
  if (readable.includes('key-refused')) {
    throw new KeyProblem(
      `Dodo Payments does not accept this key: it is one of test mode, was revoked or mistyped. ${remedy}`,
    )
  }
  if (readable.some((answer) => answer !== 'done')) {
    throw new KeyProblem(`This key may not read everything. ${remedy}`)
  }
  const written = await Promise.all(writes.map((ask) => answerOf(ask(client))))
  if (written.some((answer) => answer !== 'not-permitted' && answer !== 'key-refused')) {
    throw new KeyProblem(`This key may change data in Dodo Payments. ${remedy}`)
  }
}

/** The status of a request. Throws if there was no answer, which says nothing about the key. */
async function answerOf(
  asked: PromiseLike<unknown>,
): Promise<'done' | 'key-refused' | 'not-permitted' | 'unexpected'> {
  try {
    await asked
    return 'done'
  } catch (cause) {
    const error = dodoError(cause, 'checking the key')
    if (error.code === 'unavailable' || error.code === 'rate-limited') throw error
    return error.code
  }
}
