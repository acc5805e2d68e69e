import type { PaymentData } from '@tributary/contract/payment.ts'
import { labelOf } from '../../format/dimension-label.ts'

/** A visit of a payment's path, or a later source of one. */
export type Touch = PaymentData['receipt']['touches'][number]

/** Where a visit came from: its source with the campaign, or its channel if it has none. */
export function nameOfTouch({ source, campaign, channel }: Touch): string {
  return [source ? labelOf('source', source) : labelOf('channel', channel), campaign]
    .filter(Boolean)
    .join(' · ')
}
