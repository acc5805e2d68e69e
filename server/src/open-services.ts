import { secondFactors } from './accounts/second-factor.ts'
import { signInSessions } from './accounts/sign-in-sessions.ts'
import { openAnswers } from './answers/answers.ts'
import { QuestionTurns, questionLimits } from './answers/question-turns.ts'
import { openCollector } from './collect/collector.ts'
import { listGoalRuleRows } from './goals/rules/goal-rule-rows.ts'
import type { Lifecycle } from './http/health.ts'
import { createMetrics } from './http/metrics.ts'
import { openRateLimits, type RateLimits } from './http/open-rate-limits.ts'
import { openIdentities } from './identities/record-identify.ts'
import { openImports } from './imports/imports.ts'
import { keepRunning } from './jobs/leased-jobs.ts'
import { openMailer } from './mail/mailer.ts'
import { shareMemory } from './memory.ts'
import type { Stores } from './open-stores.ts'
import { openOperatorEndpoint } from './operator/operator-endpoint.ts'
import { openRequests } from './outside/request-outside.ts'
import { openProviderApis } from './payments/connections/provider-apis.ts'
import { openPayments } from './payments/payments.ts'
import { makeEmailLinkingDue, makeVisitorLinkingDue } from './payments/rows/link-rows.ts'
import { countOutbox, inspectSetAside } from './payments/rows/payment-outbox.ts'
import { openOutside } from './payments/webhooks/outside.ts'
import { openWebhooks } from './payments/webhooks/webhooks.ts'
import { jobsOf } from './periodic-jobs.ts'
import { renameGoalInFunnels } from './questions/rename-goal-in-funnels.ts'
import { renameGoalInViews } from './reports/rename-goal.ts'
import type { Services } from './services.ts'
import { renameGoalInShares } from './sharing/rename-goal-in-shares.ts'
import { apiKeys } from './sites/api-keys.ts'
import { siteDirectory } from './sites/find-site.ts'
import { spendByWord } from './spend/spend-by-word.ts'
import { openSecrets } from './store/control/keys/open-secrets.ts'
import { openErasures } from './visitors/erasures.ts'

/**
 * Opens what routes and jobs work with, over stores that are open, and sets the periodic jobs going. Whatever
 * has to be closed at the end is left with `opened`.
 */
export async function openServices(
  basics: Pick<Services, 'config' | 'logger' | 'clock'>,
  stores: Stores,
  opened: AsyncDisposableStack,
): Promise<Services> {
  const { config, logger, clock } = basics
  const secrets = await openSecrets(stores.control.db, config)
  const limits = await openRateLimits({
    redisUrl: config.redisUrl,
    clock,
    secrets,
    logger,
  })
  opened.defer(() => limits.close())
  const services = await makeServices({ ...basics, secrets }, stores, limits)
  opened.defer(() => services.metrics.close())
  opened.defer(() => services.answers.close())
  opened.defer(() => services.apiKeys.close())
  opened.defer(() => services.payments.close())
  opened.defer(() => services.webhooks.close())
  opened.defer(() => services.collector.close())
  opened.defer(() => services.erasures.close())
  opened.defer(() => services.imports.close())
  opened.defer(keepRunning(services, jobsOf(services)))
  opened.defer(await openOperatorEndpoint({ ...config, ...stores, ...services }))
  return services
}

async function makeServices(
  basics: Pick<Services, 'config' | 'logger' | 'clock' | 'secrets'>,
  { erased, ...stores }: Stores,
  { keyLimits, addressLimits, signInLimits }: RateLimits,
): Promise<Services> {
  const { clock, logger, secrets } = basics
  const { control } = stores
  const sites = siteDirectory(control, { clock, listGoalRules: listGoalRuleRows })
  const payments = openPayments({
    ...basics,
    ...stores,
    secrets,
    findSite: sites.find,
    erasedMs: erased.erasedMs,
  })
  const requestOutside = openRequests(basics.config)
  const ledger = { control, secrets, erasedMs: erased.erasedMs }
  const webhooks = openWebhooks({
    ...basics,
    ledger,
    payments,
    outside: openOutside({ request: requestOutside }),
  })
  const connectionStore = {
    control,
    secrets,
    apis: openProviderApis(basics.config.providerApiUrls, requestOutside),
  }
  const identities = openIdentities({
    control,
    secrets,
    now: clock.now,
    dueLinking: { ofEmail: makeEmailLinkingDue, ofVisitors: makeVisitorLinkingDue },
    onIdentified: payments.wake,
  })
  const mailer = openMailer(basics.config)
  const collector = await openCollector({
    ...{ ...basics, ...stores, mailer, sites, identities },
    erasures: erased,
  })
  erased.onAdd(({ siteId, visitorId, whole }) => {
    if (whole !== undefined) return identities.forgetSite(siteId)
    identities.forget(siteId, visitorId)
    collector.forget(siteId, visitorId)
  })
  const erasures = openErasures({ ...basics, ...stores, secrets, list: erased })
  return {
    ...basics,
    ...stores,
    sites,
    payments,
    spendBy: (site, asked) => spendByWord(control, site, asked),
    renames: [renameGoalInFunnels, renameGoalInViews, renameGoalInShares],
    webhooks,
    webhookStore: { control, secrets },
    connectionStore,
    syncing: { ...basics, connections: connectionStore, ledger, payments },
    identities,
    collector,
    imports: await openImports({
      ...{ ...basics, ...stores, payments, ledger, secrets },
      dataDir: basics.config.dataDir,
      findSite: sites.find,
    }),
    erasures,
    ...openReports(basics, stores),
    apiKeys: apiKeys(stores.control, {
      clock,
      onError: (err) => logger.error({ err }, 'the last use of an API key was not noted'),
    }),
    signInSessions: signInSessions(stores.control, { clock }),
    mailer,
    requestOutside,
    secondFactors: secondFactors(control, secrets, clock.now),
    keyLimits,
    addressLimits,
    signInLimits,
    metrics: createMetrics({
      events: stores.events,
      undelivered: {
        count: () => countOutbox(control.db),
        countSetAside: async () => (await inspectSetAside(control.db)).count,
      },
    }),
    lifecycle: lifecycleOf(stores.engineStarted.then(() => erasures.sweep())),
  }
}

/** What computes reports, and in which order, within the memory that they may use. */
function openReports(
  { clock, logger, config }: Pick<Services, 'config' | 'logger' | 'clock'>,
  { enginePlace }: Pick<Stores, 'enginePlace'>,
): Pick<Services, 'questionTurns' | 'answers'> {
  const { engineBytes, answersBytes } = shareMemory(config.memoryBytes)
  // What a ClickHouse server has is not known here.
  const bytes = config.clickhouseUrl === undefined ? engineBytes : Number.POSITIVE_INFINITY
  return {
    questionTurns: new QuestionTurns(clock, questionLimits(bytes)),
    answers: openAnswers({
      logger,
      threadFile: new URL('./answer-thread.ts', import.meta.url),
      engine: enginePlace,
      memoryMib: Math.floor(answersBytes / 2 ** 20),
    }),
  }
}

function lifecycleOf(ready: Promise<void>): Lifecycle {
  const lifecycle = { ready, isReady: false, draining: false }
  ready.then(
    () => {
      lifecycle.isReady = true
    },
    // It keeps the server from starting, as whoever waits for it hears.
    () => undefined,
  )
  return lifecycle
}
