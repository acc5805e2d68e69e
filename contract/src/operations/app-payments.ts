import {
  type AppConnectableProvider,
  type AppConnection,
  appConnectionKey,
  newAppConnection,
} from '../app/connection.ts'
import type { AppExchangeRates } from '../app/exchange-rates.ts'
import {
  type AppWebhookDelivery,
  type AppWebhookEndpoint,
  type AppWebhookProvider,
  appWebhookChanges,
  appWebhookDeliveriesQuery,
  appWebhookReplay,
  appWebhookRotation,
  newAppWebhook,
} from '../app/webhook.ts'
import { admin, confirmedAdmin, type Operations, typed, viewer } from '../operation.ts'
import type { PaymentData } from '../payment.ts'
import { countedPayments, dismissedSuggestion, manualLink } from '../payments.ts'

/** Linking a payment by hand, and back to automatic. */
export const paymentLinkOperations = {
  'PUT /api/app/sites/:siteId/payments/:paymentId/link': {
    access: admin,
    body: manualLink,
    data: typed<{ payment: PaymentData }>(),
  },
  'DELETE /api/app/sites/:siteId/payments/:paymentId/link': {
    access: admin,
    data: typed<{ payment: PaymentData }>(),
  },
} satisfies Operations

/** Which of two systems counts that report the same money. */
export const duplicateOperations = {
  'GET /api/app/sites/:siteId/payments/equal': { access: admin, data: typed<EqualPayments>() },
  'PUT /api/app/sites/:siteId/payments/equal/dismissed': {
    access: admin,
    body: dismissedSuggestion,
    data: typed<{ dismissed: boolean }>(),
  },
  'PUT /api/app/sites/:siteId/payments/counted': {
    access: admin,
    body: countedPayments,
    data: typed<{ payments: number }>(),
  },
} satisfies Operations

/** Providers that report the same money, by what the latest payments show. */
export interface EqualPayments {
  /** In the order of their names. */
  providers: string[]
  /** A dismissed one is no suggestion. */
  pairs: { providers: [string, string]; payments: number; dismissed: boolean }[]
  /** How many payments are not counted now. */
  duplicates: number
}

/** An endpoint as it is made. The secret is there only if the server made it, and in this answer alone. */
export interface MadeEndpoint {
  endpoint: AppWebhookEndpoint
  secret: string | null
}

/** How many deliveries there were of each outcome. */
export interface Replayed {
  recorded: number
  ignored: number
  test: number
  failed: number
  /** Their content was erased, so there is nothing to play. */
  erased: number
}

/** One stage of a test delivery's way, and how it went. */
export interface TrialStage {
  name: 'reached' | 'signature' | 'archived' | 'understood' | 'kept apart'
  ok: boolean
  message: string
}

/** How a test delivery went. */
export interface Trial {
  ok: boolean
  stages: TrialStage[]
}

/** Where a site's payment providers send their webhooks. */
export const endpointsOperations = {
  'GET /api/app/sites/:siteId/webhooks': {
    access: admin,
    data: typed<{ providers: AppWebhookProvider[]; endpoints: AppWebhookEndpoint[] }>(),
  },
  'POST /api/app/sites/:siteId/webhooks': {
    access: confirmedAdmin,
    body: newAppWebhook,
    data: typed<MadeEndpoint>(),
  },
} satisfies Operations

/** One of them. */
export const endpointOperations = {
  'PATCH /api/app/sites/:siteId/webhooks/:endpointId': {
    access: confirmedAdmin,
    body: appWebhookChanges,
    data: typed<{ endpoint: AppWebhookEndpoint }>(),
  },
  'POST /api/app/sites/:siteId/webhooks/:endpointId/rotate': {
    access: confirmedAdmin,
    body: appWebhookRotation,
    data: typed<MadeEndpoint>(),
  },
  'DELETE /api/app/sites/:siteId/webhooks/:endpointId': {
    access: confirmedAdmin,
    data: typed<{ endpoint: AppWebhookEndpoint }>(),
  },
} satisfies Operations

/** What an endpoint received. */
export const deliveryOperations = {
  'GET /api/app/sites/:siteId/webhooks/:endpointId/deliveries': {
    access: admin,
    query: appWebhookDeliveriesQuery,
    data: typed<{ deliveries: AppWebhookDelivery[] }>(),
  },
  'POST /api/app/sites/:siteId/webhooks/:endpointId/replay': {
    access: admin,
    body: appWebhookReplay,
    data: typed<{ replayed: Replayed }>(),
  },
  'POST /api/app/sites/:siteId/webhooks/:endpointId/test': { access: admin, data: typed<Trial>() },
} satisfies Operations

/** The accounts at providers that are read with a key. */
export const connectionOperations = {
  'GET /api/app/sites/:siteId/provider-connections': {
    access: admin,
    data: typed<{ providers: AppConnectableProvider[]; connections: AppConnection[] }>(),
  },
  'POST /api/app/sites/:siteId/provider-connections': {
    access: confirmedAdmin,
    body: newAppConnection,
    data: typed<{ connection: AppConnection }>(),
  },
  'PUT /api/app/sites/:siteId/provider-connections/:connectionId/key': {
    access: confirmedAdmin,
    body: appConnectionKey,
    data: typed<{ connection: AppConnection }>(),
  },
  'POST /api/app/sites/:siteId/provider-connections/:connectionId/sync': {
    access: admin,
    data: typed<{ connection: AppConnection }>(),
  },
  'DELETE /api/app/sites/:siteId/provider-connections/:connectionId': {
    access: confirmedAdmin,
    data: typed<{ connection: AppConnection }>(),
  },
} satisfies Operations

/** Where exchange rates come from and how fresh they are. */
export const rateOperations = {
  'GET /api/app/sites/:siteId/exchange-rates': {
    access: viewer,
    data: typed<{ exchangeRates: AppExchangeRates }>(),
  },
} satisfies Operations
