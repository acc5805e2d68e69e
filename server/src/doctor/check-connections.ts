import type { Config } from '../config.ts'
import { openCredentials } from '../payments/connections/connection.ts'
import { type ConnectionRow, listAllConnectionRows } from '../payments/rows/connection-rows.ts'
import { openSecrets } from '../store/control/keys/open-secrets.ts'
import { parseTextList } from '../store/control/text-list.ts'
import { openControl } from './check-control.ts'
import type { Finding } from './finding.ts'

/** Whether the keys of payment providers' accounts can be decrypted, and the accounts read with them. */
export async function checkConnections(config: Config): Promise<Finding> {
  const store = await openControl(config)
  try {
    const secrets = await openSecrets(store.db, config)
    const rows = await listAllConnectionRows(store.db)
    for (const row of rows) {
      try {
        openCredentials(secrets, row)
      } catch (cause) {
        const message = `the key of ${row.id} cannot be decrypted with this secret; set SECRET to the old one, or give the key again: provider change-key`
        throw new Error(message, { cause })
      }
    }
    const failing = rows.filter(({ error }) => error !== null)
    const message = `${rows.length} accounts read with a key`
    const differing = rows.filter((row) => parseTextList(row.differing_days).length > 0)
    const problems = [...failing.map(describe), ...differing.map(describeDays)]
    if (problems.length === 0) return { message }
    return { level: 'warning', message: `${message}; ${problems.join('; ')}` }
  } finally {
    await store.close()
  }
}

function describeDays({ id, site_id: site, differing_days: stored }: ConnectionRow): string {
  const days = parseTextList(stored)
  const named =
    days.slice(0, 3).join(', ') + (days.length > 3 ? ` and ${days.length - 3} more` : '')
  return `${id} does not match the recorded payments of ${named}: see Payments → Reconciliation of site ${site}`
}

function describe({ id, error, error_since_ms: sinceMs }: ConnectionRow): string {
  const since = sinceMs === null ? '' : ` since ${new Date(sinceMs).toISOString()}`
  const remedy =
    error === 'key-refused' || error === 'not-permitted'
      ? ': make a new restricted key, then provider change-key'
      : ': it is tried again by itself'
  return `${id} fails (${error})${since}${remedy}`
}
