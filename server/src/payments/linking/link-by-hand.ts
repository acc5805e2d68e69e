import { paymentNotFound } from '@tributary/contract/payment.ts'
import { visitorNotFound } from '@tributary/contract/visitor.ts'
import { AppError } from '../../errors.ts'
import type { ControlStore } from '../../store/control/control-store.ts'
import { makeRenewalLinkingDue } from '../rows/link-rows.ts'
import { dueAtOnce, noLink, type Payment, type PaymentLink } from '../rows/payment.ts'
import { enqueuePayments } from '../rows/payment-outbox.ts'
import { addHistory } from '../rows/payment-parts.ts'
import { lockPayment, savePayment } from '../rows/payment-rows.ts'
import type { LinkSources } from './steps/link-step.ts'

/** What a person says of a payment's visitor; without `visitorId`, that it is to be found again. */
export interface HandLink {
  accountId: string
  /** Null: no visitor. */
  visitorId?: string | null
  sessionId?: string | null
}

/**
 * Links a payment by hand to a visitor or to none; no automatic link replaces it. Or removes
 * the manual link and links the payment automatically. The history records who did it.
 */
export async function linkByHand(
  { control, sources }: { control: ControlStore; sources: LinkSources },
  place: { siteId: string; paymentId: string; nowMs: number },
  by: HandLink,
): Promise<void> {
  const { visitorId, sessionId = null } = by
  const sessions =
    visitorId == null
      ? []
      : ((
          await sources.sessionsOf(place.siteId, [
            { visitorId, sessionId: sessionId ?? '', momentMs: place.nowMs },
          ])
        )[0] ?? [])
  if (visitorId != null && sessions.length === 0) throw new AppError('not-found', visitorNotFound)
  if (sessionId !== null && !sessions.some((session) => session.sessionId === sessionId)) {
    throw new AppError('invalid', "sessionId must be one of the visitor's own sessions")
  }
  await control.transaction(async (db) => {
    const payment = await lockPayment(db, place.paymentId)
    if (payment === undefined || payment.siteId !== place.siteId) {
      throw new AppError('not-found', paymentNotFound)
    }
    if (payment.erasedMs !== null) {
      throw new AppError('conflict', "This payment's visitor was erased; it stays without one")
    }
    const link = visitorId === undefined ? noLink(payment.paidAtMs) : heldLink(payment, by)
    const saved = {
      ...{ ...payment, link },
      relinkAtMs: visitorId === undefined ? dueAtOnce : null,
      revision: payment.revision + 1,
      updatedMs: place.nowMs,
    }
    await savePayment(db, saved)
    const details = { now: summaryOf(link), before: summaryOf(payment.link) }
    const source = `person:${by.accountId}`
    await addHistory(db, payment.id, [{ atMs: place.nowMs, source, kind: 'linked', details }])
    await enqueuePayments(db, [saved])
    if (payment.renewal !== true) await makeRenewalLinkingDue(db, [saved])
  })
}

function heldLink(payment: Payment, { visitorId = null, sessionId = null }: HandLink): PaymentLink {
  return {
    method: 'manual',
    confidence: visitorId === null ? 0 : 1,
    visitorId,
    sessionId,
    pathVisitorIds: visitorId === null ? [] : [visitorId],
    pathAtMs: payment.link.firstPaymentId === null ? payment.paidAtMs : payment.link.pathAtMs,
    firstPaymentId: payment.link.firstPaymentId,
    steps: payment.link.steps,
  }
}

function summaryOf({ method, confidence, visitorId, sessionId }: PaymentLink) {
  return { method, confidence, visitorId, sessionId }
}
