import { forgetOldAlerts, sendAlerts } from './alerts/send-alerts.ts'
import { watchSites } from './alerts/watch-sites.ts'
import { keepAudit } from './audit/keep-audit.ts'
import { sendDigests } from './digests/send-digests.ts'
import { fillGoals } from './goals/rules/fill-goals.ts'
import { forgetOldReplies } from './http/idempotency.ts'
import type { Job } from './jobs/leased-jobs.ts'
import { forgetOldMails, sendQueued } from './mail/send-queued.ts'
import { syncConnections } from './payments/connections/sync-connections.ts'
import { updateRates } from './payments/rates/update-rates.ts'
import { compareAccounts } from './payments/reconciliation/compare-accounts.ts'
import type { Services } from './services.ts'
import { keepRetention } from './sites/keep-retention.ts'
import { mergeMoney } from './store/events/merge-money.ts'
import { fillSessions, logFill } from './store/events/sessions/fill-sessions.ts'
import { mergeSessions } from './store/events/sessions/merge-sessions.ts'
import { dayMs, hourMs } from './time/durations.ts'

/** Periodic work that one node does for all. */
export function jobsOf(services: Services): Job[] {
  const { engine, clock, control, config, logger } = services
  return [
    {
      name: 'fill-sessions',
      everyMs: 60_000,
      run: (shouldStop) => fillSessions(engine, { shouldStop, onMonth: logFill(logger) }),
    },
    {
      name: 'merge-sessions',
      everyMs: 10 * 60_000,
      run: (shouldStop) => mergeSessions(engine, { nowMs: clock.now(), shouldStop }),
    },
    {
      name: 'merge-money',
      everyMs: 10 * 60_000,
      run: (shouldStop) => mergeMoney(engine, shouldStop),
    },
    {
      name: 'place-late-hits',
      everyMs: 30_000,
      run: (shouldStop) => services.collector.placeLateHits(shouldStop),
    },
    {
      name: 'fill-goals',
      everyMs: 5_000,
      run: (shouldStop) => fillGoals(services, shouldStop),
    },
    { name: 'exchange-rates', everyMs: 60_000, run: () => updateRates(services) },
    { name: 'forget-replies', everyMs: hourMs, run: () => forgetOldReplies(services) },
    {
      name: 'forget-audit',
      everyMs: 6 * hourMs,
      run: () => keepAudit(control, clock.now(), config.auditDays),
    },
    {
      name: 'retention',
      everyMs: 6 * hourMs,
      run: (shouldStop) => keepRetention(services, clock.now(), shouldStop),
    },
    { name: 'send-mail', everyMs: 10_000, run: (shouldStop) => sendQueued(services, shouldStop) },
    { name: 'send-alerts', everyMs: 10_000, run: (shouldStop) => sendAlerts(services, shouldStop) },
    {
      name: 'digests',
      everyMs: 5 * 60_000,
      run: (shouldStop) => sendDigests(services, shouldStop),
    },
    {
      name: 'sync-providers',
      everyMs: 10_000,
      run: (shouldStop) => syncConnections(services.syncing, shouldStop),
    },
    {
      name: 'reconcile',
      everyMs: 60_000,
      run: (shouldStop) => compareAccounts(services, shouldStop),
    },
    { name: 'alerts', everyMs: 60_000, run: (shouldStop) => watchSites(services, shouldStop) },
    {
      name: 'forget-mail',
      everyMs: dayMs,
      async run() {
        await forgetOldMails(control, clock.now())
        await forgetOldAlerts(control, clock.now())
      },
    },
  ]
}
