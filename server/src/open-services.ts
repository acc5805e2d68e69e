import { secondFactors } from './accounts/second-factor.ts'
import { signInSessions } from './accounts/sign-in-sessions.ts'
import type { answerers } from './answerers.ts'
import { openAnswers } from './answers/answers.ts'
import { QuestionTurns, questionLimits } from './answers/question-turns.ts'
import { openCollector } from './collect/collector.ts'
import { mayHaveOtherNodes } from './config.ts'
import { saveIdentity } from './control-commands.ts'
import { listGoalRuleRows } from './goals/rules/goal-rule-rows.ts'
import type { Lifecycle } from './http/health.ts'
import { openRateLimits } from './http/limits/open-rate-limits.ts'
import { createMetrics } from './http/metrics.ts'
import { openIdentities } from './identities/record-identify.ts'
import { openImports } from './imports/imports.ts'
import { keepRunning } from './jobs/leased-jobs.ts'
import { openMailer } from './mail/mailer.ts'
import type { Stores } from './open-stores.ts'
import { openOperatorEndpoint } from './operator/operator-endpoint.ts'
import { openRequests } from './outside/request-outside.ts'
import { openProviderApis } from './payments/connections/provider-apis.ts'
import { openPayments, type PaymentsOptions } from './payments/payments.ts'
import { countOutbox, inspectQuarantined } from './payments/rows/payment-outbox.ts'
import { openOutside } from './payments/webhooks/outside.ts'
import { openWebhooks } from './payments/webhooks/webhooks.ts'
import { jobsOf } from './periodic-jobs.ts'
import { shareMemory } from './process/memory.ts'
import { renameGoalInFunnels } from './questions/rename-goal-in-funnels.ts'
import { renameGoalInViews } from './reports/saved-views/rename-goal.ts'
import type { Services } from './services.ts'
import { renameGoalInShares } from './sharing/rename-goal-in-shares.ts'
import { apiKeys } from './sites/api-keys.ts'
import { type SiteDirectory, siteDirectory } from './sites/find-site.ts'
import { spendByWord } from './spend/spend-by-word.ts'
import { openSecrets } from './store/control/keys/open-secrets.ts'
import { threadFiles } from './thread-files.ts'
import { openErasures } from './visitors/erasures.ts'

type Basics = Pick<Services, 'config' | 'logger' | 'clock'>

/**
 * Opens the parts of the product over open stores, and starts the periodic jobs. Whatever must be closed at the end
 * is registered with `opened`.
 */
export async function openServices(
  basics: Basics,
  { erased, ...stores }: Stores,
  opened: AsyncDisposableStack,
): Promise<Services> {
  const core = await openCore(basics, stores, opened)
  const { config, clock, control, secrets } = core
  const sites = siteDirectory(control, { clock, listGoalRules: listGoalRuleRows })
  const people = openPeople(core, sites, opened)
  const reports = openReports(core, stores, opened)
  const place = { findSite: sites.find, erasedMs: erased.erasedMs }
  const money = openMoney(core, place, opened)
  const identities = openIdentities({
    ...{ control, secrets, now: clock.now },
    saveIdentity,
    onIdentified: money.payments.wake,
  })
  const collector = opened.adopt(
    await openCollector({
      ...{ ...core, sites, identities },
      engineStarted: stores.engineStarted,
      erasures: erased,
    }),
    close,
  )
  erased.onAdd(({ siteId, visitorId, whole }) => {
    if (whole !== undefined) return identities.forgetSite(siteId)
    identities.forget(siteId, visitorId)
    collector.forget(siteId, visitorId)
  })
  const erasures = opened.adopt(
    openErasures({ ...core, list: erased }, { hasOtherNodes: mayHaveOtherNodes(config) }),
    close,
  )
  const imports = opened.adopt(
    await openImports({
      ...{ ...core, payments: money.payments, ledger: money.syncing.ledger },
      dataDir: config.dataDir,
      findSite: sites.find,
    }),
    close,
  )
  const services = {
    ...{
      ...core,
      ...people,
      ...reports,
      ...money,
      sites,
      identities,
      collector,
      erasures,
      imports,
    },
    renames: [renameGoalInFunnels, renameGoalInViews, renameGoalInShares],
    lifecycle: lifecycleOf(stores.engineStarted.then(() => erasures.sweep())),
  }
  opened.defer(keepRunning(services, jobsOf(services)))
  opened.defer(await openOperatorEndpoint({ ...config, ...stores, ...services }))
  return services
}

const close = (part: { close(): Promise<void> | void }) => part.close()

/** What most parts need. */
async function openCore(
  basics: Basics,
  stores: Pick<Stores, 'control' | 'engine' | 'events'>,
  opened: AsyncDisposableStack,
) {
  const { config, logger, clock } = basics
  const { control, engine, events } = stores
  const secrets = await openSecrets(control.db, config)
  const { keyLimits, addressLimits, signInLimits } = opened.adopt(
    await openRateLimits({ redisUrl: config.redisUrl, clock, secrets, logger }),
    close,
  )
  return {
    ...{ ...basics, control, engine, events, secrets, keyLimits, addressLimits, signInLimits },
    metrics: opened.adopt(
      createMetrics({
        events,
        undelivered: {
          count: () => countOutbox(control.db),
          countQuarantined: async () => (await inspectQuarantined(control.db)).count,
        },
      }),
      close,
    ),
    mailer: openMailer(config),
    requestOutside: openRequests(config),
  }
}

type Core = Awaited<ReturnType<typeof openCore>>

/** Permissions: people with sessions, and programs with keys. */
function openPeople(
  { control, secrets, clock, logger }: Core,
  { find: findSite }: SiteDirectory,
  opened: AsyncDisposableStack,
) {
  return {
    signInSessions: signInSessions(control, { clock }),
    secondFactors: secondFactors(control, secrets, clock.now),
    apiKeys: opened.adopt(
      apiKeys(control, {
        ...{ clock, findSite },
        onError: (err) => logger.error({ err }, 'the last use of an API key was not noted'),
      }),
      close,
    ),
  }
}

/** Computes reports, and decides their order, within the memory that they may use. */
function openReports(
  { clock, logger, config }: Core,
  { enginePlace }: Pick<Stores, 'enginePlace'>,
  opened: AsyncDisposableStack,
): Pick<Services, 'questionTurns' | 'answers'> {
  const { engineBytes, answersBytes } = shareMemory(config.memoryBytes)
  // The memory of a ClickHouse server is unknown here.
  const bytes = config.clickhouseUrl === undefined ? engineBytes : Number.POSITIVE_INFINITY
  return {
    questionTurns: new QuestionTurns(clock, questionLimits(bytes)),
    answers: opened.adopt(
      openAnswers<typeof answerers>({
        logger,
        threadFile: threadFiles.answers,
        engine: enginePlace,
        memoryMib: Math.floor(answersBytes / 2 ** 20),
      }),
      close,
    ),
  }
}

/** The ledger, providers' webhooks, and providers' accounts that are read with a key. */
function openMoney(
  core: Core,
  { findSite, erasedMs }: Required<Pick<PaymentsOptions, 'findSite' | 'erasedMs'>>,
  opened: AsyncDisposableStack,
) {
  const { config, control, secrets, clock, logger, requestOutside } = core
  const ledger = { control, secrets, erasedMs }
  const hasOtherNodes = mayHaveOtherNodes(config)
  const options = { ...core, findSite, erasedMs, hasOtherNodes }
  const payments = opened.adopt(openPayments(options), close)
  const outside = openOutside({ request: requestOutside })
  const webhooks = opened.adopt(openWebhooks({ ...core, ledger, payments, outside }), close)
  const apis = openProviderApis(config.providerApiUrls, requestOutside)
  const connectionStore = { control, secrets, apis }
  return {
    ...{ payments, webhooks, connectionStore, webhookStore: { control, secrets } },
    syncing: { clock, logger, connections: connectionStore, ledger, payments },
    spendBy: ((site, asked) => spendByWord(control, site, asked)) satisfies Services['spendBy'],
  }
}

function lifecycleOf(ready: Promise<void>): Lifecycle {
  const lifecycle = { ready, isReady: false, draining: false }
  ready.then(
    () => {
      lifecycle.isReady = true
    },
    // Callers that wait for it get the error, and the server does not start.
    () => undefined,
  )
  return lifecycle
}
