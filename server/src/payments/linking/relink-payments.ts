import { setImmediate } from 'node:timers/promises'
import type { Site } from '../../site.ts'
import type { ControlStore } from '../../store/control/control-store.ts'
import type { EventStore } from '../../store/events/event-store.ts'
import type { AwaitedEvents } from '../awaited-events.ts'
import {
  listDueForLinking,
  makeEmailLinkingDue,
  makeRenewalLinkingDue,
  postponeLinking,
} from '../rows/link-rows.ts'
import { dueAtOnce, type Payment, type PaymentLink } from '../rows/payment.ts'
import { enqueuePayments } from '../rows/payment-outbox.ts'
import { addHistories } from '../rows/payment-parts.ts'
import { lockPayments, saveLink } from '../rows/payment-rows.ts'
import { listWaits, type PaymentWait, saveWaits } from '../rows/payment-waits.ts'
import { isSameLink, nextLinkingMs } from './next-linking.ts'
import { timeUnfitness } from './steps/link-by-time.ts'
import { isBetterLink, linkPayments } from './steps/link-payment.ts'
import type { LinkSources } from './steps/link-step.ts'
import { areSameWaits, waitsOf } from './waits-of-payment.ts'

/** What linking needs. `findSite` is asked per site, not per payment. */
export interface Relinking {
  control: ControlStore
  sources: LinkSources
  findSite(siteId: string): Promise<Site | undefined>
  events: Pick<EventStore, 'flush'>
  awaited: AwaitedEvents
}

/** What relinking payments of one site needs; the events must have been flushed before. */
type RelinkingOfSite = Pick<Relinking, 'control' | 'sources' | 'awaited'>

const dayMs = 86_400_000
/**
 * Few enough that hits keep flowing: SQLite works inside this process, and one transaction holds up
 * everything else. These take some 20 ms.
 */
const savedAtOnce = 50

/**
 * Links the payments whose turn it is: new ones, and those that wait for a visitor, a session or an
 * identify, but no more than `most`. Everything acknowledged before they were listed is looked at. Answers
 * how many were tried.
 */
export async function relinkDuePayments(
  relinking: Relinking,
  when: { nowMs: number; waitingSinceMs: number; most: number },
): Promise<number> {
  const { nowMs } = when
  const due = await listDueForLinking(relinking.control.db, when, when.most)
  if (due.length === 0) return 0
  // Not before: a payment that was recorded meanwhile would be held against events from before its visit.
  await relinking.events.flush()
  for (const siteId of new Set(due.map((payment) => payment.siteId))) {
    const payments = due.filter((payment) => payment.siteId === siteId)
    const site = await relinking.findSite(siteId)
    if (site !== undefined) await relinkPayments(relinking, site, payments, nowMs)
    else {
      const ids = payments.map((payment) => payment.id)
      await postponeLinking(relinking.control.db, ids, nowMs + dayMs)
    }
  }
  return due.length
}

/**
 * Tries to link these payments of one site now, whether it is their turn or not. Answers false when
 * one changed meanwhile, so that what was found for it may be out of date, or when one has only begun to wait
 * for events, of which one may have come since the flush: such payments stay due.
 */
export async function relinkPayments(
  { control, sources, awaited }: RelinkingOfSite,
  site: Site,
  payments: readonly Payment[],
  nowMs: number,
): Promise<boolean> {
  const links = await linkPayments(sources, site, payments)
  let isDone = true
  for (let start = 0; start < payments.length; start += savedAtOnce) {
    const some = payments.slice(start, start + savedAtOnce)
    const saved = await control.transaction((db) => saveFound(db, some, links, nowMs))
    for (const [paymentId, waits] of saved.waits) awaited.set(site.id, paymentId, waits)
    isDone &&= saved.isDone
    await setImmediate()
  }
  return isDone
}

interface Saved {
  /** Whether every payment was still the one that was looked at, and none has just begun to wait. */
  isDone: boolean
  /** What payments wait for that waited for something else before. */
  waits: Map<string, PaymentWait[]>
}

async function saveFound(
  db: ControlStore['db'],
  payments: readonly Payment[],
  links: ReadonlyMap<string, PaymentLink>,
  nowMs: number,
): Promise<Saved> {
  const ids = payments.map((payment) => payment.id)
  const locked = await lockPayments(db, ids)
  const waitsBefore = await listWaits(db, ids)
  const waits: Saved['waits'] = new Map()
  const changed: { now: Payment; before: PaymentLink }[] = []
  // A first payment counts for its renewals from the moment it is known, linked or not.
  const news: Payment[] = []
  let isDone = true
  for (const payment of payments) {
    const found = links.get(payment.id)
    const current = locked.get(payment.id)
    if (found === undefined) continue
    if (current === undefined || current.revision !== payment.revision) {
      isDone = false
      continue
    }
    const waitsNow = waitsOf(current, found)
    const isNewWait = !areSameWaits(waitsNow, waitsBefore.get(payment.id) ?? [])
    if (isNewWait) waits.set(payment.id, waitsNow)
    const isTriedAgain = isNewWait && isOpen(found)
    if (isTriedAgain) isDone = false
    const link = replaces(found, current) ? found : { ...current.link, steps: current.link.steps }
    const relinkAtMs = isTriedAgain ? dueAtOnce : nextLinkingMs(current, found, nowMs)
    if (isSameLink(link, current.link)) {
      await saveLink(db, { ...current, link, relinkAtMs })
      if (current.link.steps.length === 0) news.push(current)
      continue
    }
    // It may have been recorded after this round of linking began: its history is in the order of what happened.
    const updatedMs = Math.max(nowMs, current.updatedMs)
    const now = { ...current, link, relinkAtMs, revision: current.revision + 1, updatedMs }
    await saveLink(db, now)
    changed.push({ now, before: current.link })
    // Its visitor now vouches for the address of payments that have nothing else.
    if (link.method === 'ids' && current.emailHash !== null) {
      await makeEmailLinkingDue(db, current.siteId, current.emailHash)
    }
    if (current.renewal !== true) news.push(now)
  }
  await noteLinks(db, changed)
  await enqueuePayments(
    db,
    changed.map(({ now }) => now),
  )
  await makeRenewalLinkingDue(db, news)
  await saveWaits(db, payments[0]?.siteId ?? '', waits)
  return { isDone, waits }
}

/** Whether nothing surer than a guess was found. */
function isOpen({ method }: PaymentLink): boolean {
  return method === 'none' || method === 'time'
}

function noteLinks(
  db: ControlStore['db'],
  changed: readonly { now: Payment; before: PaymentLink }[],
): Promise<void> {
  return addHistories(
    db,
    changed.map(({ now, before }) => ({
      paymentId: now.id,
      atMs: now.updatedMs,
      source: 'linking',
      kind: 'linked',
      details: { now: summaryOf(now.link), before: summaryOf(before) },
    })),
  )
}

/** A guess by time ends when it turns out that the payment is one that time may not link. */
function replaces(found: PaymentLink, current: Payment): boolean {
  const mistaken = current.link.method === 'time' && timeUnfitness(current) !== undefined
  return mistaken || isBetterLink(found, current.link)
}

function summaryOf({ method, confidence, visitorId, sessionId }: PaymentLink) {
  return { method, confidence, visitorId, sessionId }
}
