import { readConfig } from '@tributary/server/config.ts'
import type { Ledger } from '@tributary/server/payments/known-fact.ts'
import { deriveSecrets } from '@tributary/server/store/control/secrets.ts'
import { withControl } from './with-control.ts'

/** Opens the ledger that the settings name, for as long as `work` takes. */
export function withLedger<T>(work: (ledger: Ledger) => Promise<T>): Promise<T> {
  const secrets = deriveSecrets(readConfig().secret)
  return withControl((control) => work({ control, secrets }))
}
