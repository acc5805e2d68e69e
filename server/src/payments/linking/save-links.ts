import { command } from '../../store/control/command.ts'
import type { ControlStore } from '../../store/control/control-store.ts'
import { makeEmailLinkingDue, makeRenewalLinkingDue } from '../rows/link-rows.ts'
import { dueAtOnce, type Payment, type PaymentLink } from '../rows/payment.ts'
import { enqueuePayments } from '../rows/payment-outbox.ts'
import { addHistories } from '../rows/payment-parts.ts'
import { lockPayments, saveLink } from '../rows/payment-rows.ts'
import { listWaits, type PaymentWait, saveWaits } from '../rows/payment-waits.ts'
import { isSameLink, isSecondLook, nextLinkingMs, secondLookMs } from './next-linking.ts'
import { emailGraceMs } from './steps/link-by-email.ts'
import { timeUnfitness } from './steps/link-by-time.ts'
import { isBetterLink } from './steps/link-payment.ts'
import { areSameWaits, waitsOf } from './waits-of-payment.ts'

interface Saved {
  /** Whether no payment changed since it was read and none has just begun to wait. */
  isDone: boolean
  /** Payments' new waits that replaced others. */
  waits: Map<string, PaymentWait[]>
}

interface Found {
  /** The payments as they were read. */
  payments: readonly Payment[]
  links: ReadonlyMap<string, PaymentLink | undefined>
  nowMs: number
  /** Whether visits were stored meanwhile, which may be what a payment has only now begun to wait for. */
  isVisited: boolean
  hasOtherNodes: boolean
}

/** Stores the new links that are better than the current ones. */
export const saveLinks = command('save-links', saveFound)

async function saveFound(
  db: ControlStore['db'],
  { payments, links, nowMs, isVisited, hasOtherNodes }: Found,
): Promise<Saved> {
  const ids = payments.map((payment) => payment.id)
  const locked = await lockPayments(db, ids)
  const waitsBefore = await listWaits(db, ids)
  const waits: Saved['waits'] = new Map()
  const changed: { now: Payment; before: PaymentLink }[] = []
  // A first payment affects its renewals from the moment it is known, linked or not.
  const news: Payment[] = []
  // Reports may miss a visit that another node was inserting while those of the payment's visitor were copied.
  const copiedAgain: Payment[] = []
  // E-mail addresses of payments whose visitor is now certain: other payments with the address may belong to the
  // same visitor.
  const vouched = new Set<string>()
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
    const isTriedAgain = isNewWait && (isVisited || isOpen(found) || isLive(current, nowMs))
    if (isTriedAgain) isDone = false
    const link = replaces(found, current) ? found : withFirst(current.link, found)
    const laterMs = earliest(
      nextLinkingMs(current, found, nowMs),
      hasOtherNodes ? secondLookMs(current, nowMs) : null,
    )
    const relinkAtMs = isTriedAgain ? dueAtOnce : laterMs
    if (isSameLink(link, current.link)) {
      await saveLink(db, { ...current, link, relinkAtMs })
      if (current.link.steps.length === 0) news.push(current)
      if (hasOtherNodes && isSecondLook(current)) copiedAgain.push(current)
      continue
    }
    // It may have been recorded after this round of linking began; its history must be in the order of events.
    const updatedMs = Math.max(nowMs, current.updatedMs)
    const now = { ...current, link, relinkAtMs, revision: current.revision + 1, updatedMs }
    await saveLink(db, now)
    changed.push({ now, before: current.link })
    if (link.method === 'ids' && current.emailHash !== null) vouched.add(current.emailHash)
    news.push(now)
  }
  await noteLinks(db, changed)
  await enqueuePayments(db, [...changed.map(({ now }) => now), ...copiedAgain])
  const siteId = payments[0]?.siteId ?? ''
  // After all are saved, as some of them may be what becomes due.
  for (const emailHash of vouched) await makeEmailLinkingDue(db, siteId, emailHash)
  await makeRenewalLinkingDue(db, news)
  await saveWaits(db, siteId, waits)
  return { isDone, waits }
}

function earliest(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.min(a, b)
}

/** Whether only a guess, or nothing, was found. */
function isOpen({ method }: PaymentLink): boolean {
  return method === 'none' || method === 'time'
}

/** Whether its visitor may still be on the site, possibly on another device than the known one. */
function isLive({ paidAtMs }: Payment, nowMs: number): boolean {
  return paidAtMs > nowMs - emailGraceMs
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

/**
 * A link by time is removed if the payment turns out to be one that time may not link, and an inherited link if the
 * first payment no longer has a visitor.
 */
function replaces(found: PaymentLink, current: Payment): boolean {
  const { method } = current.link
  const isMistaken = method === 'time' && timeUnfitness(current) !== undefined
  const isOrphaned = method === 'inherited' && found.method !== 'inherited'
  return isMistaken || isOrphaned || isBetterLink(found, current.link)
}

/**
 * A manual link stays, but its path ends where that of the subscription's first payment ends, which may become known
 * only now.
 */
function withFirst(link: PaymentLink, found: PaymentLink): PaymentLink {
  if (link.method !== 'manual' || found.firstPaymentId === null) return link
  return { ...link, pathAtMs: found.pathAtMs, firstPaymentId: found.firstPaymentId }
}

/** A link as a payment's history shows it. */
export function summaryOf({ method, confidence, visitorId, sessionId }: PaymentLink) {
  return { method, confidence, visitorId, sessionId }
}
