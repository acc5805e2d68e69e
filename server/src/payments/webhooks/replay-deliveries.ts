import type { Replayed } from '@tributary/contract/operations/app-payments.ts'
import { AppError } from '../../errors.ts'
import {
  type DeliveryRow,
  findDelivery,
  listDeliveriesAfter,
  listDueDeliveries,
} from '../rows/delivery-rows.ts'
import { openContent } from './delivery-content.ts'
import type { Endpoint } from './endpoint.ts'
import { getEndpoint } from './manage-endpoints.ts'
import { type DeliveryTools, recordAgain } from './record-delivery.ts'

const atOnce = 100

/** Records an endpoint's deliveries again: one, or all that are stored. Nothing counts twice. */
export async function replayDeliveries(
  tools: DeliveryTools,
  endpoint: Endpoint,
  { deliveryId, nowMs }: { deliveryId?: string | undefined; nowMs: number },
): Promise<Replayed> {
  const { db } = tools.ledger.control
  const replayed: Replayed = { recorded: 0, ignored: 0, test: 0, failed: 0, erased: 0 }
  if (deliveryId !== undefined) {
    const row = await findDelivery(db, endpoint.id, deliveryId)
    if (row === undefined) throw new AppError('not-found', 'Webhook delivery not found')
    replayed[await replay(tools, endpoint, row, nowMs)] += 1
    return replayed
  }
  for (let after = ''; ; ) {
    const rows = await listDeliveriesAfter(db, endpoint.id, { after, limit: atOnce })
    for (const row of rows) replayed[await replay(tools, endpoint, row, nowMs)] += 1
    if (rows.length < atOnce) return replayed
    after = rows.at(-1)?.id ?? ''
  }
}

/** Retries failed deliveries that are due. */
export async function retryFailedDeliveries(tools: DeliveryTools, nowMs: number): Promise<void> {
  const { control } = tools.ledger
  for (const row of await listDueDeliveries(control.db, nowMs, atOnce)) {
    await replay(tools, await getEndpoint(tools.ledger, row.endpoint_id), row, nowMs)
  }
}

async function replay(
  tools: DeliveryTools,
  endpoint: Endpoint,
  row: DeliveryRow,
  nowMs: number,
): Promise<keyof Replayed> {
  const delivery = openContent(tools.ledger.secrets, row)
  if (delivery === undefined) return 'erased'
  const { provider } = endpoint
  const read = async () => ({ endpoint, delivery, event: provider.read(delivery) })
  return recordAgain(tools, row, read, nowMs)
}
