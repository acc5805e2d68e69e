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
import { enqueuePayment } from '../store/control/payments/payment-outbox.ts'
import { addHistory } from '../store/control/payments/payment-parts.ts'
import { lockPayment, savePayment } from '../store/control/payments/payment-rows.ts'
import { isSameLink, nextLinkingMs } from './next-linking.ts'

/** What linking needs. `findSite` is asked per site, not per payment. */
export interface Relinking {
  control: ControlStore
  sources: LinkSources
  findSite(siteId: string): Promise<Site | undefined>
}

const batchSize = 200
const dayMs = 86_400_000
/**
 * Few enough that hits keep flowing: SQLite works inside this process, and a transaction of 200
 * payments would hold up everything else for a third of a second.
 */
const savedAtOnce = 10

/**
 * Links the payments whose turn it is: new ones, and those that wait for a visitor, a session or an
 * identify. Everything acknowledged so far must be in the engine already. Answers how many were tried.
 */
export async function relinkDuePayments(
  relinking: Relinking,
  when: { nowMs: number; waitingSinceMs: number },
): Promise<number> {
  const { nowMs } = when
  const due = await listDueForLinking(relinking.control.db, when, batchSize)
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
    const stale = await control.transaction(async (db) => {
      let count = 0
      for (const payment of payments.slice(start, start + savedAtOnce)) {
        const found = links.get(payment.id)
        if (found !== undefined && !(await saveFound(db, payment, found, nowMs))) count += 1
      }
      return count
    })
    isDone &&= stale === 0
    await setImmediate()
  }
  return isDone
}

/** Answers false when the payment is not the one that was looked at any more. */
async function saveFound(
  db: ControlStore['db'],
  payment: Payment,
  found: PaymentLink,
  nowMs: number,
): Promise<boolean> {
  const current = await lockPayment(db, payment.id)
  if (current === undefined || current.revision !== payment.revision) return false
  const link = replaces(found, current) ? found : { ...current.link, steps: current.link.steps }
  const relinkAtMs = nextLinkingMs(current, found, nowMs)
  if (isSameLink(link, current.link)) {
    await savePayment(db, { ...current, link, relinkAtMs })
    // A first payment counts for its renewals from the moment it is known, linked or not.
    if (current.link.steps.length === 0) await makeRenewalLinkingDue(db, current)
    return true
  }
  const saved = { ...current, link, relinkAtMs, revision: current.revision + 1, updatedMs: nowMs }
  await savePayment(db, saved)
  await addHistory(db, payment.id, [
    {
      atMs: nowMs,
      source: 'linking',
      kind: 'linked',
      details: { now: summaryOf(link), before: summaryOf(current.link) },
    },
  ])
  await enqueuePayment(db, saved)
  if (current.renewal !== true) await makeRenewalLinkingDue(db, saved)
  return true
}

/** A guess by time ends when it turns out that the payment is one that time may not link. */
function replaces(found: PaymentLink, current: Payment): boolean {
  const mistaken = current.link.method === 'time' && timeUnfitness(current) !== undefined
  return mistaken || isBetterLink(found, current.link)
}

function summaryOf({ method, confidence, visitorId, sessionId }: PaymentLink) {
  return { method, confidence, visitorId, sessionId }
}
