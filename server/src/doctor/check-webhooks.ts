import type { Config } from '../config.ts'
import { listEndpointRows } from '../payments/rows/endpoint-rows.ts'
import { toEndpoint } from '../payments/webhooks/endpoint.ts'
import { listSiteRows } from '../sites/site-rows.ts'
import { openSecrets } from '../store/control/keys/open-secrets.ts'
import { dayMs } from '../time/durations.ts'
import { openControl } from './check-control.ts'
import type { Finding } from './finding.ts'

const recentMs = dayMs

/** Whether the signature secrets of payment providers can be read, and deliveries pass their check. */
export async function checkWebhooks(config: Config): Promise<Finding> {
  const store = await openControl(config)
  try {
    const secrets = await openSecrets(store.db, config)
    const sites = await listSiteRows(store.db)
    const rows = await Promise.all(sites.map(({ id }) => listEndpointRows(store.db, id)))
    const endpoints = rows.flat().map((row) => {
      try {
        return toEndpoint(secrets, row)
      } catch (cause) {
        throw new Error(
          `the signature secret of ${row.id} cannot be read with this secret; set SECRET to the old one, or give the provider's secret again`,
          { cause },
        )
      }
    })
    const refused = endpoints.filter(
      ({ rejected }) => (rejected.lastMs ?? 0) > Date.now() - recentMs,
    )
    const message = `${endpoints.length} endpoints`
    if (refused.length === 0) return { message }
    const ids = refused.map(({ id }) => id).join(', ')
    return {
      level: 'warning',
      message: `${message}; within a day deliveries to ${ids} were refused: compare the secret with the provider's, or try doctor --provider ENDPOINT`,
    }
  } finally {
    await store.close()
  }
}
