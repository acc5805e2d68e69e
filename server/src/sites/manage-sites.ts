import { domainToUnicode } from 'node:url'
import type { Kysely } from 'kysely'
import { randomBase62 } from '../base62.ts'
import { providerName } from '../data/provider-name.ts'
import { AppError } from '../errors.ts'
import { findCurrency } from '../money/currencies.ts'
import type { PrivacyMode, Site } from '../site.ts'
import type { ControlStore } from '../store/control/control-store.ts'
import type { Database } from '../store/control/tables.ts'
import { checkDomains } from './check-domain.ts'
import { checkAddresses, checkPaths } from './check-exclusions.ts'
import { checkName } from './check-name.ts'
import { checkTimezone } from './check-timezone.ts'
import { findSiteRow, insertSite, listSiteRows } from './site-rows.ts'

/** The settings of a site that people change. Absent ones keep their value or get the default. */
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

/** The current site; `find-site.ts` is faster, from a cache. */
export async function getSite(store: ControlStore, siteId: string): Promise<Site> {
  const site = await findSiteRow(store.db, siteId)
  if (site === undefined) throw new AppError('not-found', 'Site not found')
  return site
}

/** Every site of the installation, the oldest first. */
export async function listSites(store: ControlStore): Promise<Site[]> {
  return listSiteRows(store.db)
}

/** Changes a site's settings; throws for invalid values. */
export function withSettings(site: Site, settings: SiteSettings): Site {
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
