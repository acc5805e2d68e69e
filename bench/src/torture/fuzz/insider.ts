import { apiKeyScopes } from '@tributary/contract/operation.ts'
import { createAccount } from '@tributary/server/accounts/create-account.ts'
import { signInSessions } from '@tributary/server/accounts/sign-in-sessions.ts'
import { systemClock } from '@tributary/server/clock.ts'
import { addEndpoint } from '@tributary/server/payments/webhooks/manage-endpoints.ts'
import { apiKeys } from '@tributary/server/sites/api-keys.ts'
import { createSite } from '@tributary/server/sites/manage-sites.ts'
import { controlFile, openControlStore } from '@tributary/server/store/control/control-store.ts'
import { deriveSecrets } from '@tributary/server/store/control/secrets.ts'
import type { Installation } from '../victim.ts'

/** Credentials that an attacker may have obtained. */
export interface Access {
  siteId: string
  key: string
  cookie: string
  endpoints: { provider: string; id: string; secret: string }[]
}

/** Valid credentials, replaced whenever the fuzzer revoked the old ones. */
export interface Insider {
  access(): Promise<Access>
  close(): Promise<void>
}

const requestsAnAccess = 3_000
const secret = 'whsec_dHJpYnV0YXJ5LXRlc3Qtc2VjcmV0LTAwMDE='
const providers = ['stripe', 'paddle', 'lemonsqueezy', 'polar', 'shopify', 'woocommerce', 'gumroad']

/** Makes sites, keys and people in the stores of a server that runs. */
export async function openInsider(installation: Installation): Promise<Insider> {
  const control = await openControlStore({ file: controlFile(installation.dataDir) })
  const keys = apiKeys(control)
  const sessions = signInSessions(control, { clock: systemClock })
  const secrets = deriveSecrets(installation.environment.SECRET ?? '')
  let current = make(0)
  let asked = 0

  async function make(number: number): Promise<Access> {
    const nowMs = Date.now()
    const site = await createSite(control.db, nowMs, {
      domains: ['shop.example'],
      identification: true,
    })
    const rights = { scopes: [...apiKeyScopes], ratePerMinute: 1_000_000 }
    const { token } = await keys.create(site.id, { name: 'fuzz', ...rights })
    const person = { email: `fuzz-${number}@shop.example`, passwordHash: 'fits no password' }
    const { id } = await createAccount(control.db, nowMs, person)
    const endpoints = await Promise.all(
      providers.map(async (provider) => {
        const { endpoint } = await addEndpoint(
          { control, secrets },
          site.id,
          { provider, secret },
          nowMs,
        )
        return { provider, id: endpoint.id, secret }
      }),
    )
    const cookie = `tributary_session=${await sessions.start(id)}`
    return { siteId: site.id, key: token, cookie, endpoints }
  }

  return {
    access() {
      asked += 1
      if (asked % requestsAnAccess === 0) current = make(asked)
      return current
    },
    async close() {
      await current
      await keys.close()
      await control.close()
    },
  }
}
