import type DodoPayments from 'dodopayments'
import { type Fields, fieldsOf, need, textOf } from '../../providers/wire/fields.ts'
import { inTurns } from '../in-turns.ts'
import type { AccountList } from '../lists-api.ts'
import { dodoPage } from './dodo-client.ts'
import type { DodoDetails } from './dodo-details.ts'
import {
  kindOfEntry,
  readDispute,
  readEntry,
  readPayment,
  readRefund,
  readSubscription,
} from './dodo-objects.ts'

type DodoList = AccountList<DodoPayments>

/** Lists by when objects were made: none can be filtered by changes. The ledger of the balance comes last. */
export function dodoLists(details: DodoDetails): DodoList[] {
  return [
    list('payments', {
      idName: 'payment_id',
      read: readPayment,
      page: async (client, question) => {
        const page = await dodoPage(question, (query) => client.payments.list(query))
        return { ...page, objects: await details.paymentsOf(client, page.objects, question) }
      },
    }),
    list('subscriptions', {
      idName: 'subscription_id',
      read: readSubscription,
      page: async (client, question) => {
        const page = await dodoPage(question, (query) => client.subscriptions.list(query))
        const readMs = page.answeredMs ?? Date.now()
        return { ...page, objects: page.objects.map((one) => ({ ...one, readMs })) }
      },
    }),
    list('refunds', {
      idName: 'refund_id',
      read: readRefund,
      page: (client, question) => dodoPage(question, (query) => client.refunds.list(query)),
    }),
    list('disputes', {
      idName: 'dispute_id',
      read: readDispute,
      page: async (client, question) => {
        const page = await dodoPage(question, (query) => client.disputes.list(query))
        return { ...page, objects: await inTurns(page.objects, (one) => withEntries(client, one)) }
      },
    }),
    list('balance ledger', {
      idName: 'id',
      read: readEntry,
      page: async (client, question) => {
        const page = await dodoPage(question, (query) => client.balances.retrieveLedger(query))
        const objects = await inTurns(page.objects, (one) => withObject(client, details, one))
        return { ...page, objects }
      },
    }),
  ]
}

function list(name: string, { idName, read, page }: Part): DodoList {
  const withId = (object: object) => ({ ...object, id: (object as Fields)[idName] })
  return {
    // Subscriptions change for years, and there are few.
    ...{ name, tellsChanges: false, isWhole: name === 'subscriptions', read },
    async page(client, question) {
      const { objects, ...rest } = await page(client, question)
      return { ...rest, objects: objects.map(withId) }
    },
  }
}

interface Part {
  /** The id of each kind of object has another name. */
  idName: string
  read: DodoList['read']
  page: DodoList['page']
}

/** A dispute with its entries in the balance ledger. */
export async function withEntries(client: DodoPayments, dispute: object): Promise<object> {
  const id = textOf((dispute as Fields).dispute_id)
  if (id === null) return dispute
  const query = { reference_object_id: id, page_size: 100 }
  const { items } = await client.balances.retrieveLedger(query)
  return { ...dispute, entries: items }
}

/** An entry of the ledger with its object and that one's payment. */
export async function withObject(
  client: DodoPayments,
  details: DodoDetails,
  entry: object,
): Promise<object> {
  const fields = entry as Fields
  const kind = kindOfEntry(fields)
  const id = textOf(fields.reference_object_id)
  if (kind === null || id === null) return entry
  const object = await details[kind](client, id)
  if (kind === 'payment') return { ...entry, object, payment: object }
  const paymentId = need(textOf(fieldsOf(object).payment_id), 'payment id')
  return { ...entry, object, payment: await details.payment(client, paymentId) }
}
