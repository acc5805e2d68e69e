import { secondFactorPurpose } from '../accounts/second-factor.ts'
import { hookKeysPurpose } from '../alerts/hook.ts'
import { mailContentPurpose } from '../mail/queue-mail.ts'
import { connectionKeysPurpose } from '../payments/connections/connection.ts'
import { customerEmailPurpose } from '../payments/ledger/known-fact.ts'
import { deliveryContentPurpose } from '../payments/webhooks/delivery-content.ts'
import { endpointKeysPurpose } from '../payments/webhooks/endpoint.ts'
import { shareTokenPurpose } from '../sharing/manage-shares.ts'
import type { SealedColumn } from '../store/control/keys/seal-anew.ts'

/** Everything that is encrypted, wherever it is stored. */
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
  {
    table: 'share_links',
    key: ['id'],
    column: 'sealed_token',
    reads: [],
    purposeOf: (row) => shareTokenPurpose(String(row.id)),
  },
  {
    table: 'alert_hooks',
    key: ['id'],
    column: 'keys',
    reads: [],
    purposeOf: (row) => hookKeysPurpose(String(row.id)),
  },
]
