import type { Config } from '../config.ts'
import { customerEmailPurpose } from '../payments/ledger/known-fact.ts'
import { findSealedText } from '../store/control/inspect-control.ts'
import { openSecrets } from '../store/control/keys/open-secrets.ts'
import { openControl } from './check-control.ts'
import type { Finding } from './finding.ts'

/** Whether encrypted values can be read with the current secret. */
export async function checkSealed(config: Config): Promise<Finding> {
  const store = await openControl(config)
  try {
    const secrets = await openSecrets(store.db, config)
    const sealed = await findSealedText(store.db)
    if (sealed === undefined) return { message: 'nothing is encrypted yet' }
    try {
      secrets.open(customerEmailPurpose(sealed.siteId), sealed.text)
    } catch (cause) {
      throw new Error(
        'what is encrypted cannot be read with this secret; set SECRET, or the file "secret", to the one it was encrypted with',
        { cause },
      )
    }
    return { message: 'what is encrypted can be read with this secret' }
  } finally {
    await store.close()
  }
}
