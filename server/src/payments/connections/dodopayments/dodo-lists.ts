import type DodoPayments from 'dodopayments'
import { type Fields, textOf } from '../../providers/wire/fields.ts'
import { inTurns } from '../in-turns.ts'
import type { AccountList } from '../lists-api.ts'
import { dodoPage, entriesAbout } from './dodo-client.ts'
import type { DodoDetails } from './dodo-details.ts'
import {
  kindOfEntry,
  readDispute,
  readEntry,
  readPayment,
  readRefund,
  readSubscription,
} from './dodo-objects.ts'

type DodoAccountList = AccountList<DodoPayments>

/** Lists by when objects were made: none can be filtered by changes. The ledger of the balance comes last. */
export function dodoLists(details: DodoDetails): DodoAccountList[] {
  return [
    list('payments', {
      idName: 'payment_id',
      read: readPayment,
      page: async (client, question) => {
        const page = await dodoPage(client, '/payments', question)
        return { ...page, objects: await details.paymentsOf(client, page.objects, question) }
      },
    }),
    list('subscriptions', {
      idName: 'subscription_id',
      read: readSubscription,
      page: async (client, question) => {
        const page = await dodoPage(client, '/subscriptions', question)
        const readMs = page.answeredMs ?? Date.now()
        return { ...page, objects: page.objects.map((one) => ({ ...one, readMs })) }
      },
    }),
    list('refunds', {
      idName: 'refund_id',
      read: readRefund,
      page: (client, question) => dodoPage(client, '/refunds', question),
    }),
    list('disputes', {
      idName: 'dispute_id',
      read: readDispute,
      page: async (client, question) => {
        const page = await dodoPage(client, '/disputes', question)
        return { ...page, objects: await inTurns(page.objects, (one) => withEntries(client, one)) }
      },
    }),
    list('balance ledger', {
      idName: 'id',
      read: readEntry,
      page: async (client, question) => {
        const page = await dodoPage(client, '/balances/ledger', question)
        const objects = await inTurns(page.objects, (one) => withObject(client, details, one))
        return { ...page, objects }
      },
    }),
  ]
}

function list(name: string, { idName, read, page }: Part): DodoAccountList {
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
  read: DodoAccountList['read']
  page: DodoAccountList['page']
}

/** A dispute with its entries in the balance ledger. */
export async function withEntries(client: DodoPayments, dispute: object): Promise<object> {
  const id = textOf((dispute as Fields).dispute_id)
  if (id === null) return dispute
  return { ...dispute, entries: await entriesAbout(client, id) }
}

/** An entry of the ledger with its object and that one's payment, if they exist. */
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
  const paymentId = textOf(object?.payment_id)
  const payment = paymentId === null ? undefined : await details.payment(client, paymentId)
  return { ...entry, object, payment }
}
