import type { PaymentTotals } from '@tributary/contract/payments.ts'
import { toMajorUnits } from '../money/money.ts'
import type { ControlStore } from '../store/control/control-store.ts'
import {
  eachPayment,
  type PaymentNarrowing,
  type PaymentRange,
  type ReportedPayment,
} from './delivery/each-payment.ts'
import { netMinor } from './ledger/refunds.ts'
import { mostScanned } from './list-payments.ts'
import { convertMinor, convertNet } from './rates/convert.ts'
import { listProviders } from './rows/payment-pages.ts'
import { listPaymentRates } from './rows/payment-rate-rows.ts'

/** As many payments as are looked up at once. */
const batchSize = 500

/** How many payments match, and their sums as reports count them: converted one by one, never as a sum. */
export async function totalPayments(
  control: ControlStore,
  range: PaymentRange,
  wanted: PaymentNarrowing,
): Promise<PaymentTotals> {
  const sums = new Map<string, { minor: number; net: number }>()
  let batch: ReportedPayment[] = []
  let count = 0
  let isCut = false
  for await (const one of eachPayment(control, range, wanted)) {
    if (count === mostScanned) {
      isCut = true
      break
    }
    count++
    if (batch.push(one) < batchSize) continue
    await addBatch(control, batch, sums)
    batch = []
  }
  await addBatch(control, batch, sums)
  return {
    payments: count,
    amounts: [...sums]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([currency, { minor, net }]) => ({
        currency,
        amount: toMajorUnits(minor, currency),
        netAmount: toMajorUnits(net, currency),
      })),
    providers: await listProviders(control.db, range),
    truncated: isCut,
  }
}

async function addBatch(
  control: ControlStore,
  batch: readonly ReportedPayment[],
  sums: Map<string, { minor: number; net: number }>,
): Promise<void> {
  const ids = batch.map(({ payment }) => payment.id)
  const rates = await listPaymentRates(control.db, ids)
  for (const { payment, reports } of batch) {
    // It is listed, but counts where the primary system reports it.
    if (payment.duplicate !== null) continue
    const { id, amountMinor, currency } = payment
    const rate = rates.get(id)
    const isConverted = rate !== undefined && rate.day !== ''
    const countedIn = isConverted ? rate.to : currency
    const paid = { amountMinor, netMinor: netMinor(amountMinor, reports) }
    const sum = sums.get(countedIn) ?? { minor: 0, net: 0 }
    sum.minor += isConverted ? convertMinor(amountMinor, rate) : amountMinor
    sum.net += isConverted ? convertNet(paid, rate) : paid.netMinor
    sums.set(countedIn, sum)
  }
}
