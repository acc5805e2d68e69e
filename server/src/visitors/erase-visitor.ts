import {
  type Erasure as Erased,
  visitorErased,
  visitorNotFound,
} from '@tributary/contract/visitor.ts'
import type { Logger } from 'pino'
import type { Clock } from '../clock.ts'
import { AppError } from '../errors.ts'
import { countIdentities, deleteIdentities } from '../identities/identity-rows.ts'
import {
  eraseFromLedger,
  eraseFromPaymentEntries,
  isInLedger,
} from '../payments/erase-from-ledger.ts'
import type { ControlStore } from '../store/control/control-store.ts'
import type { ErasureList } from '../store/control/erasures/erasure-list.ts'
import {
  confirmErasure,
  type Erasure,
  listUnfinishedErasures,
} from '../store/control/erasures/erasure-rows.ts'
import { latestNotedMs } from '../store/control/erasures/latest-noted.ts'
import type { Secrets } from '../store/control/secrets.ts'
import type { Engine } from '../store/events/engine.ts'
import { countPasts, erasePasts, latestEventMs } from '../store/events/erase-visitor.ts'
import type { EventStore } from '../store/events/event-store.ts'
import { erasePayers } from '../store/events/sessions/payer-sessions.ts'

/** The stores with data of a visitor. */
export interface Traces {
  control: ControlStore
  engine: Engine
  events: Pick<EventStore, 'flush' | 'eraseDeadLetters'>
  list: ErasureList
  secrets: Secrets
  clock: Clock
  logger: Pick<Logger, 'error'>
}

/** Visitors whose erasures share the rewriting of parts; their ids travel in the address of a request. */
export const mostTogether = 100

/** How an erasure ended: what it removed, or why it failed. */
export type Outcome = Erased | Error

/**
 * Erases everything a site knows of some visitors up to now, for good: when it resolves they are gone from the
 * stores and recorded so that no replay or restore brings them back, or the outcome says why not. Rejects unknown
 * visitors. All at once, because each request makes the engine rewrite parts of its tables.
 */
export async function eraseVisitors(
  traces: Traces,
  siteId: string,
  visitorIds: readonly string[],
): Promise<Map<string, Outcome>> {
  await traces.events.flush()
  const erasedMs = await untilWhen(traces, siteId, visitorIds)
  const asked = visitorIds.map((visitorId) => ({ siteId, visitorId, erasedMs }))
  const known = await findKnown(traces, asked)
  // First of all: from here on no event of these pasts is accepted, and after a crash the work continues.
  if (known.length > 0) await traces.list.add(known)
  const erased = await applyErasures(traces, known)
  return new Map(
    visitorIds.map((visitorId) => [
      visitorId,
      erased.get(visitorId) ?? new AppError('not-found', visitorNotFound),
    ]),
  )
}

/**
 * Now, or the time of the latest hit if that is in the future: a clock that ran ahead and has been corrected must
 * not save anything from being erased. Hits of such a visitor are then refused until that moment.
 */
async function untilWhen(
  { engine, control, clock }: Traces,
  siteId: string,
  visitorIds: readonly string[],
): Promise<number> {
  const nowMs = Math.floor(clock.now())
  const [event, noted] = await Promise.all([
    latestEventMs(engine, siteId, visitorIds),
    latestNotedMs(control.db, siteId, nowMs),
  ])
  return Math.floor(Math.max(event, noted))
}

/** Carries out the erasures of one site's visitors, or continues them. Returns what was removed. */
export async function applyErasures(
  traces: Traces,
  erasures: readonly Erasure[],
): Promise<Map<string, Outcome>> {
  const outcomes = new Map<string, Outcome>()
  const [first] = erasures
  if (first === undefined) return outcomes
  const { control, engine, events, clock } = traces
  // Earlier acknowledged events may still be in the journal; erased ones are left out when it is shipped.
  await events.flush()
  const counts = await countPasts(engine, erasures)
  for (const erasure of erasures) {
    const erased = await events.eraseDeadLetters([erasure])
    counts.set(erasure.visitorId, erased + (counts.get(erasure.visitorId) ?? 0))
  }
  await erasePasts(engine, erasures)
  for (const erasure of erasures) {
    const { siteId, visitorId, erasedMs } = erasure
    const removed = await orError(async () => ({
      identities: await deleteIdentities(control.db, siteId, visitorId, erasedMs),
      payments: await eraseFromLedger(traces, erasure),
    }))
    const isDone = !(removed instanceof Error)
    const count = { message: visitorErased, events: counts.get(visitorId) ?? 0 }
    outcomes.set(visitorId, isDone ? { ...count, ...removed } : removed)
  }
  const visitors = { siteId: first.siteId, visitorIds: erasures.map(({ visitorId }) => visitorId) }
  const failed = await eraseFromPaymentEntries(traces, { ...visitors, nowMs: clock.now() })
  for (const [visitorId, error] of failed) outcomes.set(visitorId, error)
  await erasePayers(engine, visitors)
  for (const erasure of erasures) {
    if (outcomes.get(erasure.visitorId) instanceof Error) continue
    await confirmErasure(control.db, erasure, clock.now())
  }
  return outcomes
}

/** Another visitor's erasure does not wait for what one fails at. */
async function orError<T>(work: () => Promise<T>): Promise<T | Error> {
  try {
    return await work()
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

async function findKnown(traces: Traces, asked: readonly Erasure[]): Promise<Erasure[]> {
  const { control, engine } = traces
  const counts = await countPasts(engine, asked)
  const unfinished = new Set(
    (await listUnfinishedErasures(control.db)).map((one) => `${one.siteId} ${one.visitorId}`),
  )
  const known: Erasure[] = []
  for (const erasure of asked) {
    const { siteId, visitorId, erasedMs } = erasure
    if (
      counts.has(visitorId) ||
      unfinished.has(`${siteId} ${visitorId}`) ||
      (await countIdentities(control.db, siteId, visitorId, erasedMs)) > 0 ||
      (await isInLedger(control.db, erasure))
    ) {
      known.push(erasure)
    }
  }
  return known
}
