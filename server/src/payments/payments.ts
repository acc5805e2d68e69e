import type { PaymentData } from '@tributary/contract/payment.ts'
import type { Logger } from 'pino'
import type { Clock } from '../clock.ts'
import { coalesce } from '../concurrency/coalesce.ts'
import { keyedMutex } from '../concurrency/mutex.ts'
import { pump } from '../concurrency/pump.ts'
import type { Site } from '../site.ts'
import type { ControlStore } from '../store/control/control-store.ts'
import type { Secrets } from '../store/control/secrets.ts'
import type { Engine } from '../store/events/engine.ts'
import type { EventStore } from '../store/events/event-store.ts'
import { AwaitedEvents } from './awaited-events.ts'
import { deliverPayments } from './delivery/deliver-payments.ts'
import { markDueDuplicates } from './duplicates/mark-duplicates.ts'
import { describePayment, findPayment, type PaymentName } from './ledger/find-payment.ts'
import type { Ledger } from './ledger/known-fact.ts'
import type { MoneyFact } from './ledger/money-fact.ts'
import { type FactSource, recordFacts } from './ledger/record-facts.ts'
import { recordPayment } from './ledger/record-payment.ts'
import { refoldPayments, renameProviders } from './ledger/refold-payments.ts'
import { linkByHand } from './linking/link-by-hand.ts'
import { linkSources } from './linking/link-sources.ts'
import { type Relinking, relinkDuePayments, relinkPayments } from './linking/relink-payments.ts'
import type { HandLink } from './linking/save-hand-link.ts'
import { creditOfPayment } from './payment-credit.ts'
import type { PaymentReport } from './payment-report.ts'
import { ratePayments } from './rates/rate-payments.ts'
import type { Payment } from './rows/payment.ts'

/** The ledger's interface for the rest of the server. */
export interface Payments {
  /** On disk when it resolves; linking and the reports' copy follow shortly. Returns the payment's id. */
  record(site: Site, report: PaymentReport): Promise<string>
  /**
   * Records facts, also inside the caller's transaction (`source.db`), which then calls `wake` when it is committed.
   * Returns the id of the payment that each is about.
   */
  recordFacts(siteId: string, facts: readonly MoneyFact[], source: FactSource): Promise<string[]>
  /**
   * Links what can be linked and updates the reports' copy: everything recorded or acknowledged by this node before
   * the call shows in the engine when it resolves. Left to `sweep` are the links of an import of thousands, and a
   * first hit ten minutes after its payment or later.
   */
  flush(): Promise<void>
  /** The background work of every minute: `flush`, and every payment that waits for an id. */
  sweep(): Promise<void>
  /** A payment with its receipt; linking is retried if that could change something. */
  find(site: Site, name: PaymentName): Promise<PaymentData | undefined>
  /** Applies a person's decision about a payment's visitor. */
  linkByHand(site: Site, paymentId: string, by: HandLink): Promise<void>
  /** Makes the background run soon, as after an identify. */
  wake(): void
  /** Stops the background work; the rest is done after the next start. */
  close(): Promise<void>
}

export interface PaymentsOptions {
  control: ControlStore
  engine: Engine
  events: Pick<EventStore, 'flush' | 'onAppended'>
  secrets: Secrets
  clock: Clock
  logger: Pick<Logger, 'error'>
  findSite(siteId: string): Promise<Site | undefined>
  /** Until when a visitor's past is erased. */
  erasedMs?(siteId: string, visitorId: string): number | undefined
  /** Whether other nodes use the stores, too. */
  hasOtherNodes?: boolean
  /** How long after a payment the background begins; tests that want none set Infinity. */
  wakeAfterMs?: number
}

/**
 * How often the background runs by itself, for late visitors and, with several nodes, for payments that others
 * recorded.
 */
const restMs = { alone: 60_000, ofSeveral: 10_000 }
const retryMs = 5_000
/**
 * Reports themselves retry linking payments this fresh. Older ones are left to the background, or a site that sends
 * wrong ids would slow all its reports down.
 */
const freshMs = 10 * 60_000
/**
 * After this long a report no longer waits for links and copies, as after an import or an upgrade with thousands of
 * payments.
 */
const patienceMs = 2_000
/**
 * Payments linked together. The look-ups in the engine read all days of a site, for one payment or for thousands;
 * but a report checks its time limit between batches.
 */
const batchSizes = { report: 500, sweep: 1_000 }
/** Payments of an older version that one sweep recomputes. */
const refoldedAtOnce = 500
/** How often linking a payment is retried if it changes meanwhile. */
const mostRounds = 20

/** Opens the ledger and starts its background work. */
export function openPayments(options: PaymentsOptions): Payments {
  const { control, engine, events, secrets, clock, logger, findSite } = options
  const ledger: Ledger = { control, secrets, erasedMs: options.erasedMs }
  const sources = linkSources(control, engine)
  const inTurn = keyedMutex()
  const awaited = new AwaitedEvents(control)
  const { hasOtherNodes = false } = options
  const relinking = { control, sources, findSite, events, awaited, hasOtherNodes }
  let isClosing = false
  const catchUp = catchingUp(options, relinking, {
    shouldStop: () => isClosing,
    wake: () => wake(),
  })
  const flush = coalesce(() => catchUp(true))
  const sweep = coalesce(() => catchUp(false))
  const background = pump(sweep, {
    everyMs: hasOtherNodes ? restMs.ofSeveral : restMs.alone,
    retryMs,
    onError: (err) => logger.error({ err }, 'payments could not be linked or copied; trying again'),
  })
  const { wakeAfterMs = 50 } = options
  const wake = () => background.wake(wakeAfterMs)
  if (Number.isFinite(wakeAfterMs)) background.wake(retryMs)
  events.onAppended((stored) => {
    if (awaited.note(stored)) wake()
  })
  return {
    async record(site, report) {
      const key = JSON.stringify([site.id, report.provider, report.providerPaymentId])
      const id = await inTurn(key, () => recordPayment(ledger, site.id, report, clock.now()))
      wake()
      return id
    },
    async recordFacts(siteId, facts, source) {
      const ids = await recordFacts(ledger, siteId, facts, source)
      wake()
      return ids
    },
    async find(site, name) {
      const payment = await findLinked(options, relinking, { site, name })
      if (payment === undefined) return undefined
      // Usually done when it is copied to the reports; a read right after the report gets its rate too.
      await ratePayments(control, [payment], clock.now())
      const described = await describePayment({ control, secrets }, payment)
      if (payment.link.visitorId === null) return described
      // Models credit payments as the reports store them.
      const giveUpAt = clock.monotonic() + patienceMs
      const shouldStop = () => clock.monotonic() >= giveUpAt
      await deliverPayments({ control, engine, logger }, clock.now(), shouldStop)
      const { touches, credit } = await creditOfPayment(engine, site, payment)
      return { ...described, receipt: { ...described.receipt, touches, credit } }
    },
    async linkByHand(site, paymentId, by) {
      const place = { siteId: site.id, paymentId, nowMs: clock.now() }
      await linkByHand({ control, sources }, place, by)
      wake()
    },
    flush,
    sweep,
    wake,
    close() {
      isClosing = true
      return background.stop()
    },
  }
}

/** Links and copies everything that is due, for a report that waits or in the background. */
function catchingUp(
  { control, engine, clock, logger }: PaymentsOptions,
  relinking: Relinking,
  by: { shouldStop: () => boolean; wake: () => void },
): (isReport: boolean) => Promise<void> {
  // Once per process: no other spelling is stored any more.
  let areProvidersRenamed = false
  const upgrade = async () => {
    if (!areProvidersRenamed) await renameProviders(control, clock.now())
    areProvidersRenamed = true
    if (await refoldPayments(control, clock.now(), refoldedAtOnce)) by.wake()
    if (await markDueDuplicates(control, clock.now(), refoldedAtOnce)) by.wake()
  }
  return async (isReport) => {
    const { awaited } = relinking
    await awaited.load(clock.now())
    if (!isReport) await upgrade()
    const nowMs = clock.now()
    const when = {
      nowMs,
      waitingSinceMs: isReport ? nowMs - freshMs : 0,
      most: isReport ? batchSizes.report : batchSizes.sweep,
    }
    // Due payments wait for the events by themselves; if none is due, a report need not wait for an insert.
    const giveUpAt = isReport ? clock.monotonic() + patienceMs : Number.POSITIVE_INFINITY
    const shouldStop = () => by.shouldStop() || clock.monotonic() >= giveUpAt
    while (!shouldStop()) {
      await awaited.makeDue()
      if ((await relinkDuePayments(relinking, when)) === 0) break
    }
    await deliverPayments({ control, engine, logger }, clock.now(), shouldStop)
  }
}

/** A payment, after retrying its linking if that could change something. */
async function findLinked(
  { control, events, clock }: PaymentsOptions,
  relinking: Relinking,
  { site, name }: { site: Site; name: PaymentName },
): Promise<Payment | undefined> {
  let payment = await findPayment({ control }, site.id, name)
  for (let round = 0; round < mostRounds && payment?.relinkAtMs != null; round++) {
    const hasVisits = relinking.awaited.watch()
    await events.flush()
    const now = { nowMs: clock.now(), hasVisits }
    // Also link payments that are due later: the caller wants the current answer.
    const isDone = await relinkPayments(relinking, site, [payment], now)
    payment = await findPayment({ control }, site.id, { paymentId: payment.id })
    if (isDone) break
  }
  return payment
}
