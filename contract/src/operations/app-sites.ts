import { type AppKey, appKeyChanges, newAppKey } from '../app/key.ts'
import { overviewQuery, type SiteOverview } from '../app/overview.ts'
import {
  type AppSite,
  type AppSiteRole,
  appSiteChanges,
  newAppSite,
  type SiteErasureState,
  siteEnd,
} from '../app/site.ts'
import type { AppView } from '../app/view.ts'
import { type VisitorSummary, visitorSummariesQuery } from '../app/visitor-summary.ts'
import { admin, confirmedAdmin, type Operations, typed, viewer } from '../operation.ts'
import { type Erasure, erasureQuery, visitorIdRequired } from '../visitor.ts'

/** A site as who looks may use it. */
interface OpenedSite {
  site: AppSite
  role: AppSiteRole
  /** Since when today's hits are dropped, as the site's daily budget is spent; ISO 8601. */
  overBudgetSince: string | null
  /** The view that the site's page opens with for this person, if its address names none. */
  defaultView: AppView | null
}

/** A person's sites and their settings. */
export const siteOperations = {
  'GET /api/app/sites': { access: 'person', data: typed<{ sites: AppSite[] }>() },
  'POST /api/app/sites': {
    access: 'installation-owner',
    body: newAppSite,
    data: typed<{ site: AppSite }>(),
  },
  'GET /api/app/sites/:siteId': { access: viewer, data: typed<OpenedSite>() },
  'PATCH /api/app/sites/:siteId': {
    access: admin,
    body: appSiteChanges,
    data: typed<{ site: AppSite }>(),
  },
} satisfies Operations

/** All sites of a person at a glance, in the order of `GET /api/app/sites`. */
export const overviewOperations = {
  'GET /api/app/overview': {
    access: 'person',
    query: overviewQuery,
    data: typed<{ sites: SiteOverview[] }>(),
  },
} satisfies Operations

/** The key that a site's server signs its users with. */
export const identityKeyOperations = {
  'GET /api/app/sites/:siteId/identity-key': {
    access: confirmedAdmin,
    data: typed<{ identityKey: string }>(),
  },
  'POST /api/app/sites/:siteId/identity-key/roll': {
    access: confirmedAdmin,
    data: typed<{ identityKey: string }>(),
  },
} satisfies Operations

/** A key as it is made. The token is in this answer and never again. */
export interface MadeKey {
  key: AppKey
  token: string
}

/** A site's API keys. */
export const keyOperations = {
  'GET /api/app/sites/:siteId/keys': { access: admin, data: typed<{ keys: AppKey[] }>() },
  'POST /api/app/sites/:siteId/keys': {
    access: confirmedAdmin,
    body: newAppKey,
    data: typed<MadeKey>(),
  },
  'PATCH /api/app/sites/:siteId/keys/:keyId': {
    access: confirmedAdmin,
    body: appKeyChanges,
    data: typed<{ key: AppKey }>(),
  },
  'POST /api/app/sites/:siteId/keys/:keyId/roll': {
    access: confirmedAdmin,
    data: typed<MadeKey>(),
  },
  'DELETE /api/app/sites/:siteId/keys/:keyId': { access: admin, data: typed<{ key: AppKey }>() },
} satisfies Operations

/** What lists show of their visitors; visitors that the site has not seen are absent. */
export const visitorSummaryOperations = {
  'POST /api/app/sites/:siteId/visitor-summaries': {
    access: viewer,
    body: visitorSummariesQuery,
    data: typed<{ visitors: VisitorSummary[] }>(),
  },
} satisfies Operations

/** Forgetting a visitor, by a person. */
export const siteErasureOperations = {
  'POST /api/app/sites/:siteId/erasures': {
    access: admin,
    body: erasureQuery,
    missing: visitorIdRequired,
    data: typed<Erasure>(),
  },
} satisfies Operations

/** The end of a site's data, or of the site. */
export const siteEndOperations = {
  'POST /api/app/sites/:siteId/reset': {
    access: { role: 'owner', stepUp: true },
    body: siteEnd,
    data: typed<{ finished: boolean }>(),
  },
  'POST /api/app/sites/:siteId/delete': {
    access: { role: 'owner', stepUp: true },
    body: siteEnd,
    data: typed<{ finished: boolean }>(),
  },
  'GET /api/app/sites/:siteId/reset': {
    access: admin,
    data: typed<{ reset: SiteErasureState | null }>(),
  },
} satisfies Operations
