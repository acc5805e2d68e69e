import { createHash } from 'node:crypto'
import type { ActionAuthor } from '../audit/actor.ts'
import { changesBetween, recordAudit } from '../audit/record-audit.ts'
import { AppError } from '../errors.ts'
import { makeDuplicatesDue } from '../payments/rows/duplicate-rows.ts'
import { enqueueSite } from '../payments/rows/payment-rate-rows.ts'
import type { Site } from '../site.ts'
import { type SiteSettings, withSettings } from '../sites/manage-sites.ts'
import { findSiteRow, saveSite } from '../sites/site-rows.ts'
import type { ControlStore } from '../store/control/control-store.ts'

/**
 * Changes the given settings without overwriting concurrent changes of others. The author and the changes are
 * written to the audit log.
 */
export async function updateSite(
  store: ControlStore,
  siteId: string,
  settings: SiteSettings,
  audit?: ActionAuthor,
): Promise<Site> {
  return store.transaction(async (db) => {
    const site = await findSiteRow(db, siteId)
    if (site === undefined) throw new AppError('not-found', 'Site not found')
    const changed = withSettings(site, settings)
    await saveSite(db, changed)
    // Every payment is converted at its own day's rate: to the other currency, or of the day in the other zone.
    const { currency, timezone } = changed
    if (currency !== site.currency || timezone !== site.timezone) await enqueueSite(db, siteId)
    if (changed.primaryProvider !== site.primaryProvider) await makeDuplicatesDue(db, siteId)
    const changes = changesBetween(forAudit(site), forAudit(changed))
    if (audit !== undefined && Object.keys(changes).length > 0) {
      const object = { id: siteId, name: changed.name }
      await recordAudit(db, audit.nowMs, {
        action: 'site.changed',
        by: audit.by,
        siteId,
        object,
        changes,
      })
    }
    return changed
  })
}

/** The audit log must record that addresses were changed, but not the addresses. */
function forAudit({ excludedAddresses, ...site }: Site) {
  const text = excludedAddresses.join(' ')
  return {
    ...site,
    excludedAddresses: text && createHash('sha256').update(text).digest('hex').slice(0, 8),
  }
}
