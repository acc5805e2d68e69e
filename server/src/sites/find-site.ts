import { type Clock, systemClock } from '../clock.ts'
import type { SiteGoalRule, TrackedSite } from '../site.ts'
import type { ControlStore } from '../store/control/control-store.ts'
import { freshCache } from './fresh-cache.ts'
import { findSiteRow } from './site-rows.ts'

/** Finds sites fast enough for every hit. */
export interface SiteDirectory {
  /**
   * The site as it is, or was at most a second ago, whichever process changed it. The object is shared and must not
   * be changed.
   */
  find(id: string): Promise<TrackedSite | undefined>
  /** Invalidates the cache: the site was changed here. */
  forget(id: string): void
}

const siteIdShape = /^site_[0-9A-Za-z]{12}$/

/** While the store cannot be read, sites cannot be changed either, so hits are still collected. */
const graceMs = 10 * 60_000

/** Strangers ask for sites that never existed; these are cached too, up to this limit. */
const maxEntries = 20_000

interface DirectoryOptions {
  /** A site's own goals, which the goals module stores. */
  listGoalRules(db: ControlStore['db'], siteId: string): Promise<readonly SiteGoalRule[]>
  clock?: Clock
}

export function siteDirectory(store: ControlStore, options: DirectoryOptions): SiteDirectory {
  const cache = freshCache<TrackedSite>({
    async load(id) {
      const [site, goalRules] = await Promise.all([
        findSiteRow(store.db, id),
        options.listGoalRules(store.db, id),
      ])
      return site && { ...site, goalRules }
    },
    clock: options.clock ?? systemClock,
    maxEntries,
    graceMs,
  })
  return {
    find: (id) => (siteIdShape.test(id) ? cache.find(id) : Promise.resolve(undefined)),
    forget: (id) => cache.forget(id),
  }
}
