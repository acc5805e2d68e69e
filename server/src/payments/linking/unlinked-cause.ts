import type { LinkStepNote, Payment } from '../rows/payment.ts'

/** Why a payment has no visitor, in one word; the first match in the order of `unlinkedCause`. */
export type UnlinkedCause =
  | 'person-erased'
  | 'unlinked-by-hand'
  | 'not-tried-yet'
  | 'first-payment-not-linked'
  | 'id-not-seen'
  | 'identification-off'
  | 'email-unknown'
  | 'shared-email'
  | 'ambiguous-time'
  | 'no-ids'

/** Why a payment has no link: of all attempted methods, the cause to fix first. */
export function unlinkedCause(
  payment: Pick<Payment, 'erasedMs' | 'link' | 'renewal'>,
): UnlinkedCause {
  const { method, steps } = payment.link
  const note = (step: LinkStepNote['step']) => steps.find((one) => one.step === step)
  const [ids, email, time] = [note('ids'), note('email'), note('time')]
  if (payment.erasedMs !== null) return 'person-erased'
  if (method === 'manual') return 'unlinked-by-hand'
  if (steps.length === 0) return 'not-tried-yet'
  if (ids?.outcome === 'waiting' || ids?.outcome === 'rejected') return 'id-not-seen'
  if (payment.renewal === true) return 'first-payment-not-linked'
  if (email?.reason === 'identification-off') return 'identification-off'
  if (email?.reason === 'shared-address') return 'shared-email'
  if (email?.outcome === 'waiting') return 'email-unknown'
  return (time?.candidates.length ?? 0) > 0 ? 'ambiguous-time' : 'no-ids'
}
