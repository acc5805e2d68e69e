import type { Actor } from '../audit/actor.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { AppError } from '../errors.ts'
import { isImporting } from '../imports/rows/is-importing.ts'
import { findSiteRow } from '../sites/site-rows.ts'
import type { ControlStore } from '../store/control/control-store.ts'
import { eraseSiteRows } from '../store/control/erasures/erase-site-rows.ts'
import { type SiteErasure, saveErasure } from '../store/control/erasures/erasure-rows.ts'

/** Whether a site is reset or deleted, and the author. */
export interface SiteEnd {
  siteId: string
  whole: SiteErasure['whole']
  /** The site's name, as a person typed it. */
  confirm: string
  by: Actor
}

/**
 * Resets or deletes a site, in one step that cannot be half done: it is recorded, and everything that could be
 * read is gone. A deleted site's payments, which can no longer be read, and what is in the events
 * engine are removed by the erasures (`visitors/erasures.ts`), now or, after a crash, at the next start.
 */
export async function eraseSite(control: ControlStore, end: SiteEnd, nowMs: number): Promise<void> {
  const { siteId, whole, confirm, by } = end
  await control.transaction(async (db) => {
    const site = await findSiteRow(db, siteId)
    if (site === undefined) throw new AppError('not-found', 'Site not found')
    if (confirm.trim() !== site.name) {
      throw new AppError('invalid', `confirm must be the name of the site, ${site.name}`)
    }
    if (await isImporting(db, siteId)) {
      throw new AppError('conflict', 'An import is running; try again when it is finished')
    }
    await saveErasure(db, { siteId, visitorId: '', erasedMs: Math.floor(nowMs), whole })
    await eraseSiteRows({ db, dialect: control.dialect }, siteId, whole)
    const action = whole === 'delete' ? 'site.deleted' : 'site.reset'
    await recordAudit(db, nowMs, { action, by, siteId, object: { id: siteId, name: site.name } })
  })
}
