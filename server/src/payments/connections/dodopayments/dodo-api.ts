import type DodoPayments from 'dodopayments'
import { providerApiUrls } from '../../../settings/provider-api-urls.ts'
import { type Fields, listOf, textOf } from '../../providers/wire/fields.ts'
import { ifExists } from '../if-exists.ts'
import { inTurns } from '../in-turns.ts'
import { listsApi } from '../lists-api.ts'
import type { ProviderApi } from '../provider-api.ts'
import { dodoClient, dodoError, entriesAbout } from './dodo-client.ts'
import { type DodoDetails, rememberDetails } from './dodo-details.ts'
import { checkDodoKey, dodoKeyPage } from './dodo-key.ts'
import { dodoLists, withEntries, withObject } from './dodo-lists.ts'

/** Dodo Payments through its own client. */
export function dodoApi(apiUrl: string = providerApiUrls.dodopayments.url): ProviderApi {
  const details = rememberDetails()
  return listsApi<DodoPayments>({
    name: 'dodopayments',
    title: 'Dodo Payments',
    permissions: [],
    keyPage: dodoKeyPage,
    hasReadOnlyKeys: true,
    keyExample: '…',
    details: [],
    hasSpans: true,
    lists: dodoLists(details),
    checkKey: ({ key }) => checkDodoKey(key, apiUrl),
    open: ({ key }) => dodoClient(key, apiUrl),
    errorOf: dodoError,
    findPayment: (client, ref) => findPayment(client, details, ref),
  })
}

/** A payment with its refunds and disputes, and the ledger entries of each. */
async function findPayment(client: DodoPayments, details: DodoDetails, ref: string) {
  const payment = await ifExists(client.payments.retrieve(ref))
  if (payment === undefined) return []
  const refunds = listOf(payment.refunds) as Fields[]
  const disputes = listOf(payment.disputes) as Fields[]
  const ids = [
    ref,
    ...[...refunds, ...disputes].flatMap((one) => textOf(one.refund_id ?? one.dispute_id) ?? []),
  ]
  const entries = await inTurns(ids, (id) => entriesAbout(client, id))
  const all = (list: string, objects: readonly object[]) =>
    objects.map((object) => ({ list, object }))
  return [
    ...all('payments', [payment]),
    ...all('refunds', refunds),
    ...all('disputes', await inTurns(disputes, (one) => withEntries(client, one))),
    ...all(
      'balance ledger',
      await inTurns(entries.flat(), (one) => withObject(client, details, one)),
    ),
  ]
}
