import { setImmediate } from 'node:timers/promises'
import { timeUnfitness } from '../attribution/link-by-time.ts'
import { isBetterLink, linkPayments } from '../attribution/link-payment.ts'
import type { LinkSources } from '../attribution/link-step.ts'
import type { Site } from '../sites/site.ts'
import type { ControlStore } from '../store/control/control-store.ts'
import {
  listDueForLinking,
  makeRenewalLinkingDue,
  postponeLinking,
} from '../store/control/payments/link-rows.ts'
import type { Payment, PaymentLink } from '../store/control/payments/payment.ts'
import { enqueuePayments } from '../store/control/payments/payment-outbox.ts'
import { addHistories } from '../store/control/payments/payment-parts.ts'
import { lockPayments, saveLink } from '../store/control/payments/payment-rows.ts'
import { isSameLink, nextLinkingMs } from './next-linking.ts'

/** What linking needs. `findSite` is asked per site, not per payment. */
export interface Relinking {
  control: ControlStore
  sources: LinkSources
  findSite(siteId: string): Promise<Site | undefined>
}

const dayMs = 86_400_000
/**
 * Few enough that hits keep flowing: SQLite works inside this process, and one transaction holds up
 * everything else. These take some 20 ms.
 */
const savedAtOnce = 50

/**
 * Links the payments whose turn it is: new ones, and those that wait for a visitor, a session or an
 * identify, but no more than `most`. Everything acknowledged so far must be in the engine already. Answers
 * how many were tried.
 */
export async function relinkDuePayments(
  relinking: Relinking,
  when: { nowMs: number; waitingSinceMs: number; most: number },
): Promise<number> {
  const { nowMs } = when
  const due = await listDueForLinking(relinking.control.db, when, when.most)
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
 * one changed meanwhile: what was found for it may be out of date, so it stays due.
 */
export async function relinkPayments(
  { control, sources }: Pick<Relinking, 'control' | 'sources'>,
  site: Site,
  payments: readonly Payment[],
  nowMs: number,
): Promise<boolean> {
  const links = await linkPayments(sources, site, payments)
  let isDone = true
  for (let start = 0; start < payments.length; start += savedAtOnce) {
    const some = payments.slice(start, start + savedAtOnce)
    const saved = await control.transaction((db) => saveFound(db, some, links, nowMs))
    isDone &&= saved
    await setImmediate()
  }
  return isDone
}

/** Answers false when one of the payments is not the one that was looked at any more. */
async function saveFound(
  db: ControlStore['db'],
  payments: readonly Payment[],
  links: ReadonlyMap<string, PaymentLink>,
  nowMs: number,
): Promise<boolean> {
  const locked = await lockPayments(
    db,
    payments.map((payment) => payment.id),
  )
  const changed: { now: Payment; before: PaymentLink }[] = []
  // A first payment counts for its renewals from the moment it is known, linked or not.
  const news: Payment[] = []
  let stale = 0
  for (const payment of payments) {
    const found = links.get(payment.id)
    const current = locked.get(payment.id)
    if (found === undefined) continue
    if (current === undefined || current.revision !== payment.revision) {
      stale += 1
      continue
    }
    const link = replaces(found, current) ? found : { ...current.link, steps: current.link.steps }
    const relinkAtMs = nextLinkingMs(current, found, nowMs)
    if (isSameLink(link, current.link)) {
      await saveLink(db, { ...current, link, relinkAtMs })
      if (current.link.steps.length === 0) news.push(current)
      continue
    }
    const now = { ...current, link, relinkAtMs, revision: current.revision + 1, updatedMs: nowMs }
    await saveLink(db, now)
    changed.push({ now, before: current.link })
    if (current.renewal !== true) news.push(now)
  }
  await noteLinks(db, changed, nowMs)
  await enqueuePayments(
    db,
    changed.map(({ now }) => now),
  )
  await makeRenewalLinkingDue(db, news)
  return stale === 0
}

function noteLinks(
  db: ControlStore['db'],
  changed: readonly { now: Payment; before: PaymentLink }[],
  nowMs: number,
): Promise<void> {
  return addHistories(
    db,
    changed.map(({ now, before }) => ({
      paymentId: now.id,
      atMs: nowMs,
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
