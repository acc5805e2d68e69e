import { createHash } from 'node:crypto'
import { domainToUnicode } from 'node:url'
import type { Kysely } from 'kysely'
import type { Actor } from '../audit/actor.ts'
import { changesBetween, recordAudit } from '../audit/record-audit.ts'
import { randomBase62 } from '../base62.ts'
import { AppError } from '../errors.ts'
import { findCurrency } from '../payments/currencies.ts'
import { providerName } from '../payments/providers/provider-name.ts'
import { makeDuplicatesDue } from '../payments/rows/duplicate-rows.ts'
import { enqueueSite } from '../payments/rows/payment-rate-rows.ts'
import type { ControlStore } from '../store/control/control-store.ts'
import type { Database } from '../store/control/tables.ts'
import { checkDomains } from './check-domain.ts'
import { checkAddresses, checkPaths } from './check-exclusions.ts'
import { checkName } from './check-name.ts'
import { checkTimezone } from './check-timezone.ts'
import type { PrivacyMode, Site } from './site.ts'
import { findSiteRow, insertSite, listSiteRows, saveSite } from './site-rows.ts'

/** What a person may say about a site. What is absent stays as it is, or takes its default. */
export interface SiteSettings {
  domains?: readonly string[] | undefined
  name?: string | undefined
  timezone?: string | undefined
  currency?: string | undefined
  identification?: boolean | undefined
  privacyMode?: PrivacyMode | undefined
  respectDoNotTrack?: boolean | undefined
  retentionDays?: number | null | undefined
  excludedAddresses?: readonly string[] | undefined
  excludedPaths?: readonly string[] | undefined
  requireSignedIdentify?: boolean | undefined
  /** One more than before replaces the identity key. */
  identityKeyVersion?: number | undefined
  primaryProvider?: string | null | undefined
}

/** Adds a site. By default it is named after its domain, in UTC and US dollars. */
export async function createSite(
  db: Kysely<Database>,
  nowMs: number,
  settings: SiteSettings & { domains: readonly string[] },
): Promise<Site> {
  const domains = checkDomains(settings.domains)
  const blank: Site = {
    id: `site_${randomBase62(12)}`,
    name: domainToUnicode(domains[0] ?? ''),
    domains,
    timezone: 'UTC',
    currency: 'USD',
    identification: false,
    privacyMode: 'cookies',
    respectDoNotTrack: false,
    retentionDays: null,
    excludedAddresses: [],
    excludedPaths: [],
    requireSignedIdentify: false,
    identityKeyVersion: 1,
    primaryProvider: null,
    createdMs: nowMs,
  }
  const site = withSettings(blank, settings)
  await insertSite(db, site)
  return site
}

/**
 * Changes the given settings and keeps concurrent changes of the others. The author
 * and the changes are written to the audit log.
 */
export async function updateSite(
  store: ControlStore,
  siteId: string,
  settings: SiteSettings,
  audit?: { by: Actor; nowMs: number },
): Promise<Site> {
  return store.transaction(async (db) => {
    const site = await findSiteRow(db, siteId)
    if (site === undefined) throw new AppError('not-found', 'Site not found')
    const changed = withSettings(site, settings)
    await saveSite(db, changed)
    // Every payment keeps its own day's rate, now to the other currency.
    if (changed.currency !== site.currency) await enqueueSite(db, siteId)
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

/** The site as it is at this moment; `find-site.ts` answers faster, from memory. */
export async function getSite(store: ControlStore, siteId: string): Promise<Site> {
  const site = await findSiteRow(store.db, siteId)
  if (site === undefined) throw new AppError('not-found', 'Site not found')
  return site
}

/** Every site of the installation, the oldest first. */
export async function listSites(store: ControlStore): Promise<Site[]> {
  return listSiteRows(store.db)
}

function withSettings(site: Site, settings: SiteSettings): Site {
  return {
    ...site,
    domains: settings.domains === undefined ? site.domains : checkDomains(settings.domains),
    name: settings.name === undefined ? site.name : checkName(settings.name),
    timezone: settings.timezone === undefined ? site.timezone : checkTimezone(settings.timezone),
    currency: settings.currency === undefined ? site.currency : checkCurrency(settings.currency),
    identification: settings.identification ?? site.identification,
    privacyMode: settings.privacyMode ?? site.privacyMode,
    respectDoNotTrack: settings.respectDoNotTrack ?? site.respectDoNotTrack,
    retentionDays:
      settings.retentionDays === undefined
        ? site.retentionDays
        : checkRetention(settings.retentionDays),
    excludedAddresses: settings.excludedAddresses
      ? checkAddresses(settings.excludedAddresses)
      : site.excludedAddresses,
    excludedPaths: settings.excludedPaths ? checkPaths(settings.excludedPaths) : site.excludedPaths,
    requireSignedIdentify: settings.requireSignedIdentify ?? site.requireSignedIdentify,
    identityKeyVersion: settings.identityKeyVersion ?? site.identityKeyVersion,
    primaryProvider:
      settings.primaryProvider === undefined
        ? site.primaryProvider
        : settings.primaryProvider && providerName(settings.primaryProvider),
  }
}

/** The audit log needs to know that addresses were changed, and must not keep them. */
function forAudit({ excludedAddresses, ...site }: Site) {
  const text = excludedAddresses.join(' ')
  return {
    ...site,
    excludedAddresses: text && createHash('sha256').update(text).digest('hex').slice(0, 8),
  }
}

/** Longer than the attribution window would be sensible, but a site may need to keep less. */
function checkRetention(days: number | null): number | null {
  if (days === null || (Number.isInteger(days) && days >= 1 && days <= 36_500)) return days
  throw new AppError('invalid', 'retention must be from 1 to 36500 days, or off')
}

function checkCurrency(text: string): string {
  const code = findCurrency(text)
  if (code !== undefined) return code
  throw new AppError('invalid', 'currency must be an ISO 4217 code such as USD')
}
