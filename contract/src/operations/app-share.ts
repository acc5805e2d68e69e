import { type AppShare, newShare, type SharedSite, shareOpening } from '../app/share.ts'
import { admin, message, type Operations, typed } from '../operation.ts'
import { metricsRequired, queryData, queryInput } from '../query.ts'
import { realtimeData, realtimeInput } from '../questions/realtime.ts'

/** A site's share links. */
export const shareOperations = {
  'GET /api/app/sites/:siteId/shares': { access: admin, data: typed<{ shares: AppShare[] }>() },
  'POST /api/app/sites/:siteId/shares': {
    access: admin,
    body: newShare,
    // A logo in base64.
    bodyLimitBytes: 256 * 1024,
    data: typed<{ share: AppShare; link: string }>(),
  },
  // Null for a link that was made before links could be shown again.
  'GET /api/app/sites/:siteId/shares/:shareId/link': {
    access: admin,
    data: typed<{ link: string | null }>(),
  },
  // The link gets another token, and the old one opens nothing any more.
  'POST /api/app/sites/:siteId/shares/:shareId/link': {
    access: admin,
    data: typed<{ link: string }>(),
  },
  'DELETE /api/app/sites/:siteId/shares/:shareId': { access: admin, data: message },
} satisfies Operations

/** For the holder of a share link. */
export const shareOpeningOperations = {
  'POST /api/share/open': { access: 'same-origin', body: shareOpening, data: typed<SharedSite>() },
} satisfies Operations

/** What the holder asks, with the access that opening answered in `x-share-access`. */
export const shareQueryOperations = {
  'POST /api/share/query': {
    access: 'same-origin',
    body: queryInput,
    missing: metricsRequired,
    data: queryData,
  },
} satisfies Operations

/** Present visitors of a shared site, for links that show them. */
export const shareRealtimeOperations = {
  'POST /api/share/realtime': { access: 'same-origin', body: realtimeInput, data: realtimeData },
} satisfies Operations
