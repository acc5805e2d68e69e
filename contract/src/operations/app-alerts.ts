import {
  type AppAlertDelivery,
  type AppAlertHook,
  type AppAlertSettings,
  appAlertChanges,
  newAlertHook,
} from '../app/alerts.ts'
import { type AppDigest, appDigest, appDigestTest } from '../app/digest.ts'
import { admin, message, type Operations, typed, viewer } from '../operation.ts'

interface Alerts {
  settings: AppAlertSettings
  members: { accountId: string; email: string }[]
  hooks: AppAlertHook[]
}

/** A site's alerts. */
export const alertOperations = {
  'GET /api/app/sites/:siteId/alerts': { access: admin, data: typed<Alerts>() },
  'PATCH /api/app/sites/:siteId/alerts': {
    access: admin,
    body: appAlertChanges,
    data: typed<{ settings: AppAlertSettings }>(),
  },
  'GET /api/app/sites/:siteId/alerts/deliveries': {
    access: admin,
    data: typed<{ deliveries: AppAlertDelivery[] }>(),
  },
} satisfies Operations

/** A webhook as it is made. The secret is in this answer and never again. */
interface MadeAlertHook {
  hook: AppAlertHook
  secret: string
}

/** The webhooks that alerts are sent to. */
export const alertHookOperations = {
  'POST /api/app/sites/:siteId/alerts/hooks': {
    access: admin,
    body: newAlertHook,
    data: typed<MadeAlertHook>(),
  },
  'POST /api/app/sites/:siteId/alerts/hooks/:hookId/rotate': {
    access: admin,
    data: typed<MadeAlertHook>(),
  },
  'POST /api/app/sites/:siteId/alerts/hooks/:hookId/test': { access: admin, data: message },
  'DELETE /api/app/sites/:siteId/alerts/hooks/:hookId': { access: admin, data: message },
} satisfies Operations

/** A person's own digests of a site: not below the site's routes, where a viewer may change nothing. */
export const digestOperations = {
  'GET /api/app/account/digests/:siteId': {
    access: viewer,
    data: typed<{ digest: AppDigest; isNew: boolean }>(),
  },
  'PUT /api/app/account/digests/:siteId': {
    access: viewer,
    body: appDigest,
    data: typed<{ digest: AppDigest }>(),
  },
  // The latest one, as it would be sent now.
  'POST /api/app/account/digests/:siteId/preview': {
    access: viewer,
    body: appDigestTest,
    data: typed<{ subject: string; text: string }>(),
  },
  'POST /api/app/account/digests/:siteId/test': {
    access: viewer,
    body: appDigestTest,
    data: message,
  },
} satisfies Operations
