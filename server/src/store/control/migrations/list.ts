import type { Kysely } from 'kysely'
import * as sitesAndAccounts from './2026-11-20-1-sites-and-accounts.ts'
import * as payments from './2026-11-20-2-payments.ts'
import * as salts from './2026-11-20-3-salts.ts'
import * as idempotency from './2026-11-20-4-idempotency.ts'
import * as erasures from './2026-11-20-5-erasures.ts'
import * as accountSecurity from './2026-11-21-account-security.ts'
import * as alerts from './2026-11-21-alerts.ts'
import * as annotations from './2026-11-21-annotations.ts'
import * as audit from './2026-11-21-audit.ts'
import * as digests from './2026-11-21-digests.ts'
import * as erasedSites from './2026-11-21-erased-sites.ts'
import * as exchangeRates from './2026-11-21-exchange-rates.ts'
import * as exclusions from './2026-11-21-exclusions.ts'
import * as funnels from './2026-11-21-funnels.ts'
import * as imports from './2026-11-21-imports.ts'
import * as installationKeys from './2026-11-21-installation-keys.ts'
import * as invitations from './2026-11-21-invitations.ts'
import * as leases from './2026-11-21-leases.ts'
import * as mails from './2026-11-21-mails.ts'
import * as paymentFacts from './2026-11-21-payment-facts.ts'
import * as redeliverPayments from './2026-11-21-redeliver-payments.ts'
import * as retention from './2026-11-21-retention.ts'
import * as shareLinks from './2026-11-21-share-links.ts'
import * as spend from './2026-11-21-spend.ts'
import * as waysToSignIn from './2026-11-21-ways-to-sign-in.ts'
import * as webhooks from './2026-11-21-webhooks.ts'
import * as goalSettings from './2026-11-22-goal-settings.ts'
import * as importNodes from './2026-11-22-import-nodes.ts'
import * as lateHits from './2026-11-22-late-hits.ts'
import * as outboxRefusals from './2026-11-22-outbox-refusals.ts'
import * as paymentReferences from './2026-11-22-payment-references.ts'
import * as paymentWaits from './2026-11-22-payment-waits.ts'
import * as provedAddresses from './2026-11-22-proved-addresses.ts'
import * as secondFactorDuty from './2026-11-22-second-factor-duty.ts'
import * as segments from './2026-11-22-segments.ts'
import * as sessionJoins from './2026-11-22-session-joins.ts'
import * as signedIdentities from './2026-11-22-signed-identities.ts'
import * as siteBudgets from './2026-11-22-site-budgets.ts'
import * as stepUp from './2026-11-22-step-up.ts'
import * as providerConnections from './2026-11-23-provider-connections.ts'
import * as rateSources from './2026-11-23-rate-sources.ts'
import * as goalRules from './2026-11-24-c-goal-rules.ts'
import * as savedViews from './2026-11-24-d-saved-views.ts'
import * as shareBrands from './2026-11-24-d-share-brands.ts'
import * as paymentFees from './2026-11-24-e-payment-fees.ts'
import * as reconciliation from './2026-11-25-a-reconciliation.ts'
import * as subscriptions from './2026-11-25-b-subscriptions.ts'
import * as duplicatePayments from './2026-11-25-c-duplicate-payments.ts'
import * as alertedDays from './2026-11-26-c-alerted-days.ts'
import * as dismissedSuggestions from './2026-11-26-d-dismissed-suggestions.ts'
import * as relinkByEmail from './2026-11-27-a-relink-by-email.ts'
import * as dueVisitors from './2026-11-27-b-due-visitors.ts'
import * as paymentsInOrder from './2026-11-27-c-payments-in-order.ts'

export interface Migration {
  readonly name: string
  /** A migration knows no tables but those it makes: today's are not those of its day. */
  // biome-ignore lint/suspicious/noExplicitAny: Kysely types migrations so; a store of known tables is no Kysely<unknown>
  readonly up: (db: Kysely<any>) => Promise<void>
}

/** In the order they run. Names stay for ever, and a migration that was released never changes. */
export const migrations: readonly Migration[] = [
  { name: '2026-11-20-1-sites-and-accounts', up: sitesAndAccounts.up },
  { name: '2026-11-20-2-payments', up: payments.up },
  { name: '2026-11-20-3-salts', up: salts.up },
  { name: '2026-11-20-4-idempotency', up: idempotency.up },
  { name: '2026-11-20-5-erasures', up: erasures.up },
  { name: '2026-11-21-payment-facts', up: paymentFacts.up },
  { name: '2026-11-21-webhooks', up: webhooks.up },
  { name: '2026-11-21-account-security', up: accountSecurity.up },
  { name: '2026-11-21-leases', up: leases.up },
  { name: '2026-11-21-retention', up: retention.up },
  { name: '2026-11-21-redeliver-payments', up: redeliverPayments.up },
  { name: '2026-11-21-exchange-rates', up: exchangeRates.up },
  { name: '2026-11-21-annotations', up: annotations.up },
  { name: '2026-11-21-audit', up: audit.up },
  { name: '2026-11-21-installation-keys', up: installationKeys.up },
  { name: '2026-11-21-invitations', up: invitations.up },
  { name: '2026-11-21-spend', up: spend.up },
  { name: '2026-11-21-imports', up: imports.up },
  { name: '2026-11-21-funnels', up: funnels.up },
  { name: '2026-11-21-share-links', up: shareLinks.up },
  { name: '2026-11-21-mails', up: mails.up },
  { name: '2026-11-21-ways-to-sign-in', up: waysToSignIn.up },
  { name: '2026-11-21-digests', up: digests.up },
  { name: '2026-11-21-alerts', up: alerts.up },
  { name: '2026-11-21-erased-sites', up: erasedSites.up },
  { name: '2026-11-21-exclusions', up: exclusions.up },
  { name: '2026-11-22-second-factor-duty', up: secondFactorDuty.up },
  { name: '2026-11-22-goal-settings', up: goalSettings.up },
  { name: '2026-11-22-import-nodes', up: importNodes.up },
  { name: '2026-11-22-outbox-refusals', up: outboxRefusals.up },
  { name: '2026-11-22-segments', up: segments.up },
  { name: '2026-11-22-payment-waits', up: paymentWaits.up },
  { name: '2026-11-22-proved-addresses', up: provedAddresses.up },
  { name: '2026-11-22-signed-identities', up: signedIdentities.up },
  { name: '2026-11-22-payment-references', up: paymentReferences.up },
  { name: '2026-11-22-step-up', up: stepUp.up },
  { name: '2026-11-22-session-joins', up: sessionJoins.up },
  { name: '2026-11-22-site-budgets', up: siteBudgets.up },
  { name: '2026-11-22-late-hits', up: lateHits.up },
  { name: '2026-11-23-rate-sources', up: rateSources.up },
  { name: '2026-11-23-provider-connections', up: providerConnections.up },
  { name: '2026-11-24-e-payment-fees', up: paymentFees.up },
  { name: '2026-11-24-c-goal-rules', up: goalRules.up },
  { name: '2026-11-24-d-saved-views', up: savedViews.up },
  { name: '2026-11-24-d-share-brands', up: shareBrands.up },
  { name: '2026-11-25-a-reconciliation', up: reconciliation.up },
  { name: '2026-11-25-c-duplicate-payments', up: duplicatePayments.up },
  { name: '2026-11-25-b-subscriptions', up: subscriptions.up },
  { name: '2026-11-26-c-alerted-days', up: alertedDays.up },
  { name: '2026-11-26-d-dismissed-suggestions', up: dismissedSuggestions.up },
  { name: '2026-11-27-a-relink-by-email', up: relinkByEmail.up },
  { name: '2026-11-27-b-due-visitors', up: dueVisitors.up },
  { name: '2026-11-27-c-payments-in-order', up: paymentsInOrder.up },
]
