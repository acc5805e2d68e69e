import { setImmediate } from 'node:timers/promises'
import type { Site } from '../../site.ts'
import type { ControlStore } from '../../store/control/control-store.ts'
import type { EventStore } from '../../store/events/event-store.ts'
import { dayMs } from '../../time/durations.ts'
import type { AwaitedEvents } from '../awaited-events.ts'
import { listDueForLinking, postponeLinking } from '../rows/link-rows.ts'
import type { Payment } from '../rows/payment.ts'
import { saveLinks } from './save-links.ts'
import { linkPayments } from './steps/link-payment.ts'
import type { LinkSources } from './steps/link-step.ts'

/** What linking needs. `findSite` is called per site, not per payment. */
export interface Relinking {
  control: ControlStore
  sources: LinkSources
  findSite(siteId: string): Promise<Site | undefined>
  events: Pick<EventStore, 'flush'>
  awaited: AwaitedEvents
  /** Whether other nodes insert visits into the engine, too. */
  hasOtherNodes: boolean
}

/**
 * What is needed to link payments of one site again. The events must have been flushed before, while visits were
 * watched.
 */
type RelinkingOfSite = Omit<Relinking, 'findSite' | 'events'>

/** Few enough that other writers need not wait long: these take some 20 ms. */
const savedAtOnce = 50

/**
 * Links up to `most` payments that are due: new ones, and those that wait for a visitor, a session or an identify.
 * All events acknowledged before the payments were listed are considered. Returns how many were tried.
 */
export async function relinkDuePayments(
  relinking: Relinking,
  when: { nowMs: number; waitingSinceMs: number; most: number },
): Promise<number> {
  const { nowMs } = when
  const due = await listDueForLinking(relinking.control.db, when, when.most)
  if (due.length === 0) return 0
  const hasVisits = relinking.awaited.watch()
  // Not earlier: a payment that was recorded meanwhile would be compared with events from before its visit.
  await relinking.events.flush()
  for (const siteId of new Set(due.map((payment) => payment.siteId))) {
    const payments = due.filter((payment) => payment.siteId === siteId)
    const site = await relinking.findSite(siteId)
    if (site !== undefined) await relinkPayments(relinking, site, payments, { nowMs, hasVisits })
    else {
      const ids = payments.map((payment) => payment.id)
      await postponeLinking(relinking.control.db, ids, nowMs + dayMs)
    }
  }
  return due.length
}

/**
 * Tries to link these payments of one site now, whether or not they are due. Returns false if a payment changed
 * meanwhile, so that its result may be out of date, or has just begun to wait for events that may have arrived since
 * the flush: such payments stay due.
 */
export async function relinkPayments(
  { control, sources, awaited, hasOtherNodes }: RelinkingOfSite,
  site: Site,
  payments: readonly Payment[],
  { nowMs, hasVisits }: { nowMs: number; hasVisits(siteId: string): boolean },
): Promise<boolean> {
  const links = await linkPayments(sources, site, payments)
  let isDone = true
  for (let start = 0; start < payments.length; start += savedAtOnce) {
    const some = payments.slice(start, start + savedAtOnce)
    const found = new Map(some.flatMap(({ id }) => [[id, links.get(id)] as const]))
    const isVisited = hasVisits(site.id)
    const saved = await control.run(saveLinks, {
      ...{ payments: some, links: found, nowMs, isVisited, hasOtherNodes },
    })
    for (const [paymentId, waits] of saved.waits) awaited.set(site.id, paymentId, waits)
    isDone &&= saved.isDone
    await setImmediate()
  }
  return isDone
}
