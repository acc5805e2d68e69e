import { secondFactorPurpose } from '../accounts/second-factor.ts'
import { hookKeysPurpose } from '../alerts/hook.ts'
import { mailContentPurpose } from '../mail/queue-mail.ts'
import { sealedPaymentColumns } from '../payments/sealed-columns.ts'
import { shareTokenPurpose } from '../sharing/manage-shares.ts'
import type { SealedColumn } from '../store/control/keys/reseal.ts'

/** Everything that is encrypted, wherever it is stored. */
export const sealedColumns: readonly SealedColumn[] = [
  ...sealedPaymentColumns,
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
