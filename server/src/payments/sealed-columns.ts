import type { SealedColumn } from '../store/control/keys/reseal.ts'
import { connectionKeysPurpose } from './connections/connection.ts'
import { customerEmailPurpose } from './ledger/known-fact.ts'
import { deliveryContentPurpose } from './webhooks/delivery-content.ts'
import { endpointKeysPurpose } from './webhooks/endpoint.ts'

/** What the ledger, its connections and its webhooks store encrypted. */
export const sealedPaymentColumns: readonly SealedColumn[] = [
  {
    table: 'payments',
    key: ['id'],
    column: 'customer_email',
    reads: ['site_id'],
    purposeOf: (row) => customerEmailPurpose(String(row.site_id)),
  },
  {
    table: 'payment_facts',
    key: ['site_id', 'fact_key'],
    column: 'person',
    member: 'customerEmail',
    reads: [],
    purposeOf: (row) => customerEmailPurpose(String(row.site_id)),
  },
  {
    table: 'webhook_endpoints',
    key: ['id'],
    column: 'keys',
    reads: [],
    purposeOf: (row) => endpointKeysPurpose(String(row.id)),
  },
  {
    table: 'provider_connections',
    key: ['id'],
    column: 'keys',
    reads: [],
    purposeOf: (row) => connectionKeysPurpose(String(row.id)),
  },
  {
    table: 'webhook_deliveries',
    key: ['id'],
    column: 'content',
    reads: ['endpoint_id'],
    purposeOf: (row) => deliveryContentPurpose(String(row.endpoint_id)),
  },
]
