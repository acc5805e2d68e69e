import { open } from 'node:fs/promises'
import type { ReachedStores } from '@tributary/server/operator/reach-stores.ts'
import { getSite } from '@tributary/server/sites/manage-sites.ts'
import type { Secrets } from '@tributary/server/store/control/secrets.ts'
import { auditAction } from './audit-action.ts'
import { findLastCheckpoint, type LastCheckpoint } from './last-checkpoint.ts'
import { type RetryOptions, withRetries } from './with-retries.ts'

type ExportStores = Pick<ReachedStores, 'control' | 'engine' | 'flush' | 'close'> & {
  secrets: Secrets
}

interface WrittenExport extends Pick<RetryOptions, 'report' | 'pausesMs'> {
  file: string
  siteId: string
  from?: string | undefined
  to?: string | undefined
  /** Opens the stores anew for each try: a restarted server has other ones. */
  reach(): Promise<ExportStores>
}

/**
 * Writes a site's export into a file, on disk when it resolves, or completes what is there of it. Continues
 * behind the last checkpoint by itself when the server goes away in the middle.
 */
export async function writeExport(order: WrittenExport): Promise<{ bytes: number }> {
  let begun = await findLastCheckpoint(order.file)
  const handle = await open(order.file, begun === undefined ? 'wx' : 'r+', 0o600)
  let isNoted = false
  try {
    const writeRest = async () => {
      const stores = await order.reach()
      try {
        await stores.flush()
        if (!isNoted) {
          await auditAction(stores.control, { action: 'export.made', siteId: order.siteId })
          isNoted = true
        }
        return await appendExport(handle, stores, order, begun)
      } catch (error) {
        // Keeps what was written so far, up to the last checkpoint.
        begun = await findLastCheckpoint(order.file).catch(() => begun)
        throw error
      } finally {
        await stores.close()
      }
    }
    const bytes = await withRetries(writeRest, { ...order, progress: () => begun?.bytes ?? 0 })
    await handle.sync()
    return { bytes }
  } finally {
    await handle.close()
  }
}

async function appendExport(
  handle: Awaited<ReturnType<typeof open>>,
  stores: ExportStores,
  { siteId, from, to }: WrittenExport,
  begun: LastCheckpoint | undefined,
): Promise<number> {
  // Imported here because it loads the engine's client.
  const { exportSite } = await import('@tributary/server/exports/export-site.ts')
  const site = await getSite(stores.control, siteId)
  let bytes = begun?.bytes ?? 0
  await handle.truncate(bytes)
  const order = { site, from, to, cursor: begun?.cursor, nowMs: Date.now() }
  for await (const text of exportSite(stores, order)) {
    const chunk = Buffer.from(text)
    await handle.write(chunk, 0, chunk.length, bytes)
    bytes += chunk.length
  }
  return bytes
}
