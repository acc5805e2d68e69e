import { command } from '../../store/control/command.ts'
import type { ControlStore } from '../../store/control/control-store.ts'
import { makeEmailLinkingDue, makeRenewalLinkingDue, payerOf } from '../rows/link-rows.ts'
import { dueAtOnce, noLink, type Payment, type PaymentLink } from '../rows/payment.ts'
import { enqueuePayments } from '../rows/payment-outbox.ts'
import { addHistory } from '../rows/payment-parts.ts'
import { lockPayment, savePayment } from '../rows/payment-rows.ts'
import { summaryOf } from './save-links.ts'
import { endEmailLinks } from './unlink-payment.ts'

/** A person's decision on a payment's visitor; without `visitorId`, that it is linked automatically again. */
export interface HandLink {
  accountId: string
  /** Null: no visitor. */
  visitorId?: string | null
  sessionId?: string | null
}

/** Which payment is linked by hand, and when. */
export interface LinkPlace {
  siteId: string
  paymentId: string
  nowMs: number
}

/** Stores a manual link, unless the payment does not exist or its person was erased. */
export const saveHandLink = command(
  'save-hand-link',
  async (
    db,
    { place, by }: { place: LinkPlace; by: HandLink },
  ): Promise<'saved' | 'missing' | 'erased'> => {
    const { visitorId } = by
    const payment = await lockPayment(db, place.paymentId)
    if (payment === undefined || payment.siteId !== place.siteId) return 'missing'
    if (payment.erasedMs !== null) return 'erased'
    const link = visitorId === undefined ? noLink(payment.paidAtMs) : heldLink(payment, by)
    const saved = {
      ...{ ...payment, link },
      // Linking has not looked for a renewal's first payment yet.
      relinkAtMs: visitorId === undefined || isNew(payment) ? dueAtOnce : null,
      revision: payment.revision + 1,
      updatedMs: place.nowMs,
    }
    await savePayment(db, saved)
    const details = { now: summaryOf(link), before: summaryOf(payment.link) }
    const source = `person:${by.accountId}`
    await addHistory(db, payment.id, [{ atMs: place.nowMs, source, kind: 'linked', details }])
    await enqueuePayments(db, [saved])
    await makeRenewalLinkingDue(db, [saved])
    await followByEmail(db, payment, saved)
    return 'saved'
  },
)

const isNew = ({ link }: Payment) => link.steps.length === 0

/** Links other payments with the address again if this one begins or stops to identify its owner. */
async function followByEmail(db: ControlStore['db'], before: Payment, now: Payment): Promise<void> {
  const { siteId, emailHash, updatedMs: nowMs } = now
  const visitorId = payerOf(before)
  if (emailHash === null || visitorId === payerOf(now)) return
  if (visitorId === null) await makeEmailLinkingDue(db, siteId, emailHash)
  else await endEmailLinks(db, { siteId, visitorId, value: emailHash, nowMs })
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
