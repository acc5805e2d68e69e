import { secondFactorPurpose } from '../accounts/second-factor.ts'
import { mailContentPurpose } from '../mail/queue-mail.ts'
import { customerEmailPurpose } from '../payments/known-fact.ts'
import { deliveryContentPurpose } from '../payments/webhooks/delivery-content.ts'
import { endpointKeysPurpose } from '../payments/webhooks/endpoint.ts'

/** A column of the control store that holds encrypted text. */
export interface SealedColumn {
  table: string
  /** The primary key, in its order. */
  key: readonly string[]
  column: string
  /** Columns that `purposeOf` reads, beside those of the key. */
  reads: readonly string[]
  purposeOf(row: Record<string, unknown>): string
  /** The member that is encrypted, where the column is a JSON object. */
  member?: string
}

/** Everything that is encrypted, wherever it is kept. */
export const sealedColumns: readonly SealedColumn[] = [
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
    table: 'webhook_deliveries',
    key: ['id'],
    column: 'content',
    reads: ['endpoint_id'],
    purposeOf: (row) => deliveryContentPurpose(String(row.endpoint_id)),
  },
  {
    table: 'second_factors',
    key: ['account_id'],
    column: 'secret',
    reads: [],
    purposeOf: () => secondFactorPurpose,
  },
  {
    table: 'mails',
    key: ['id'],
    column: 'content',
    reads: [],
    purposeOf: () => mailContentPurpose,
  },
]
