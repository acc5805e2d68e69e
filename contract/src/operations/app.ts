import type { Operations } from '../operation.ts'
import {
  deviceOperations,
  ownAccountOperations,
  passkeyOperations,
  securityOperations,
} from './app-account.ts'
import { alertHookOperations, alertOperations, digestOperations } from './app-alerts.ts'
import { importOperations, importPieceOperations } from './app-imports.ts'
import { auditOperations, mailOperations, peopleOperations } from './app-installation.ts'
import {
  connectionOperations,
  deliveryOperations,
  duplicateOperations,
  endpointOperations,
  endpointsOperations,
  paymentLinkOperations,
  rateOperations,
} from './app-payments.ts'
import {
  funnelOperations,
  goalRuleOperations,
  goalSettingOperations,
  viewOperations,
} from './app-saved.ts'
import {
  shareOpeningOperations,
  shareOperations,
  shareQueryOperations,
  shareRealtimeOperations,
} from './app-share.ts'
import {
  oidcOperations,
  passkeySignInOperations,
  resetOperations,
  sessionOperations,
  setUpOperations,
  signInWayOperations,
} from './app-sign-in.ts'
import {
  identityKeyOperations,
  keyOperations,
  overviewOperations,
  siteEndOperations,
  siteErasureOperations,
  siteOperations,
  visitorSummaryOperations,
} from './app-sites.ts'
import { acceptanceOperations, invitationOperations, memberOperations } from './app-team.ts'
import type { publicOperations } from './public.ts'
import { settleOperations } from './reconciliation.ts'
import { webhookOperations } from './webhooks.ts'

/** What the dashboard and payment providers call. Not part of the public API: it may change with any release. */
export const appOperations = {
  ...deviceOperations,
  ...ownAccountOperations,
  ...passkeyOperations,
  ...securityOperations,
  ...alertHookOperations,
  ...alertOperations,
  ...digestOperations,
  ...importOperations,
  ...importPieceOperations,
  ...auditOperations,
  ...mailOperations,
  ...peopleOperations,
  ...connectionOperations,
  ...settleOperations,
  ...deliveryOperations,
  ...endpointOperations,
  ...endpointsOperations,
  ...rateOperations,
  ...duplicateOperations,
  ...paymentLinkOperations,
  ...funnelOperations,
  ...goalSettingOperations,
  ...goalRuleOperations,
  ...viewOperations,
  ...shareOpeningOperations,
  ...shareOperations,
  ...shareQueryOperations,
  ...shareRealtimeOperations,
  ...oidcOperations,
  ...passkeySignInOperations,
  ...resetOperations,
  ...sessionOperations,
  ...setUpOperations,
  ...signInWayOperations,
  ...identityKeyOperations,
  ...keyOperations,
  ...overviewOperations,
  ...siteEndOperations,
  ...siteErasureOperations,
  ...siteOperations,
  ...visitorSummaryOperations,
  ...acceptanceOperations,
  ...invitationOperations,
  ...memberOperations,
  ...webhookOperations,
} satisfies Operations

/** Every operation there is, as types: a client that takes no schema along. */
export type AllOperations = typeof publicOperations & typeof appOperations
