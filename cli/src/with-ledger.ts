import { readConfig } from '@tributary/server/config.ts'
import type { Ledger } from '@tributary/server/payments/ledger/known-fact.ts'
import { openSecrets } from '@tributary/server/store/control/keys/open-secrets.ts'
import { withControl } from './with-control.ts'

/** Opens the ledger that the settings name, for as long as `work` takes. */
export function withLedger<T>(work: (ledger: Ledger) => Promise<T>): Promise<T> {
  return withControl(async (control) =>
    work({ control, secrets: await openSecrets(control.db, readConfig()) }),
  )
}
