import {
  type AppAlertDelivery,
  type AppAlertHook,
  type AppAlertSettings,
  appAlertSettings,
  newAlertHook,
} from '../app-alerts.ts'
import { type AppDigest, appDigest, appDigestTest } from '../app-digest.ts'
import { message, type Operations, typed } from '../operation.ts'

interface Alerts {
  settings: AppAlertSettings
  members: { accountId: string; email: string }[]
  hooks: AppAlertHook[]
}

/** A site's alerts. */
export const alertOperations = {
  'GET /api/app/sites/:siteId/alerts': { access: { role: 'admin' }, data: typed<Alerts>() },
  'PUT /api/app/sites/:siteId/alerts': {
    access: { role: 'admin' },
    body: appAlertSettings,
    data: typed<{ settings: AppAlertSettings }>(),
  },
  'GET /api/app/sites/:siteId/alerts/deliveries': {
    access: { role: 'admin' },
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
    access: { role: 'admin' },
    body: newAlertHook,
    data: typed<MadeAlertHook>(),
  },
  'POST /api/app/sites/:siteId/alerts/hooks/:hookId/rotate': {
    access: { role: 'admin' },
    data: typed<MadeAlertHook>(),
  },
  'POST /api/app/sites/:siteId/alerts/hooks/:hookId/test': {
    access: { role: 'admin' },
    data: message,
  },
  'DELETE /api/app/sites/:siteId/alerts/hooks/:hookId': {
    access: { role: 'admin' },
    data: message,
  },
} satisfies Operations

/** A person's own digests of a site: not below the site's routes, where a viewer may change nothing. */
export const digestOperations = {
  'GET /api/app/account/digests/:siteId': {
    access: { role: 'viewer' },
    data: typed<{ digest: AppDigest; isNew: boolean }>(),
  },
  'PUT /api/app/account/digests/:siteId': {
    access: { role: 'viewer' },
    body: appDigest,
    data: typed<{ digest: AppDigest }>(),
  },
  'POST /api/app/account/digests/:siteId/test': {
    access: { role: 'viewer' },
    body: appDigestTest,
    data: message,
  },
} satisfies Operations
