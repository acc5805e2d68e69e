import { command } from '../../store/control/command.ts'
import type { ControlStore } from '../../store/control/control-store.ts'
import { listLinkedByEmail, makeEmailLinkingDue } from '../rows/link-rows.ts'
import { dueAtOnce, noLink, type Payment } from '../rows/payment.ts'
import { enqueuePayments } from '../rows/payment-outbox.ts'
import { lockPayment, lockPayments, savePayment } from '../rows/payment-rows.ts'

interface Unlinking {
  paymentId: string
  /** The visitors that have events. */
  present: ReadonlySet<string>
  nowMs: number
}

/** Removes an automatic link from a payment whose visitor has no events. */
export const unlinkPayment = command(
  'unlink-payment',
  async (db, { paymentId, present, nowMs }: Unlinking) => {
    const payment = await lockPayment(db, paymentId)
    if (payment === undefined || payment.erasedMs !== null) return
    const { method, visitorId } = payment.link
    if (method === 'manual' || visitorId === null || present.has(visitorId)) return
    await unlink(db, payment, nowMs)
  },
)

interface EmailLinks {
  siteId: string
  visitorId: string
  /** The hash of the address. */
  value: string
  nowMs: number
}

/**
 * Links the payments with an e-mail address again when the evidence that it belongs to a visitor is gone. The
 * visitor's payments lose their link first: linking never replaces a link by none, so an unsupported one would stay.
 */
export async function endEmailLinks(
  db: ControlStore['db'],
  { nowMs, ...claim }: EmailLinks,
): Promise<void> {
  const payments = await lockPayments(db, await listLinkedByEmail(db, claim))
  for (const payment of payments.values()) {
    if (payment.link.method === 'email') await unlink(db, payment, nowMs)
  }
  await makeEmailLinkingDue(db, claim.siteId, claim.value)
}

export const endEmailLinksCommand = command('end-email-links', endEmailLinks)

async function unlink(db: ControlStore['db'], payment: Payment, nowMs: number): Promise<void> {
  const saved = {
    ...{ ...payment, link: noLink(payment.paidAtMs) },
    relinkAtMs: dueAtOnce,
    revision: payment.revision + 1,
    updatedMs: nowMs,
  }
  await savePayment(db, saved)
  await enqueuePayments(db, [saved])
}
