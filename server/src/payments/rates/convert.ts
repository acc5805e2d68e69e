import { decimalsOf } from '../../money/money.ts'
import type { PaymentEntry } from '../queries/payment-entry.ts'

/** The exchange rate of two currencies on a day, as two rates to the euro in decimal text. */
export interface Rate {
  from: string
  to: string
  /** The day the rates are of, `2026-11-20`. */
  day: string
  fromPerEur: string
  toPerEur: string
}

/**
 * An amount in another currency, exactly computed, half a minor unit rounded away from zero. Undefined beyond 2^53,
 * which the largest amounts reach in a weak currency: they count as without a rate.
 */
export function tryConvert(amountMinor: number, rate: Rate): number | undefined {
  const [from, to] = [decimal(rate.fromPerEur), decimal(rate.toPerEur)]
  const shift = decimalsOf(rate.to) - decimalsOf(rate.from) + from.scale - to.scale
  const power = 10n ** BigInt(Math.abs(shift))
  const numerator = BigInt(Math.abs(amountMinor)) * to.digits * (shift > 0 ? power : 1n)
  const denominator = from.digits * (shift < 0 ? power : 1n)
  const rounded = Number((2n * numerator + denominator) / (2n * denominator))
  if (!Number.isSafeInteger(rounded)) return undefined
  return amountMinor < 0 && rounded !== 0 ? -rounded : rounded
}

/** The same for an amount that is known to be convertible, as of a payment that has a rate. */
export function convertMinor(amountMinor: number, rate: Rate): number {
  const converted = tryConvert(amountMinor, rate)
  if (converted === undefined) throw new RangeError(`${amountMinor} is too much to convert`)
  return converted
}

/** The net amount of a payment in another currency, equal to the sum of `convertEntries`. */
export function convertNet(
  { amountMinor, netMinor }: { amountMinor: number; netMinor: number },
  rate: Rate,
): number {
  return convertMinor(amountMinor, rate) - convertMinor(amountMinor - netMinor, rate)
}

/** Units of `to` for one unit of `from`, for people to read. */
export function rateNumber(rate: Rate): number {
  return Number((Number(rate.toPerEur) / Number(rate.fromPerEur)).toPrecision(8))
}

/**
 * A payment's movements in the reporting currency, all at the payment's own rate. Refunds are converted as a running
 * sum, so that after a full refund nothing is left, not even a cent.
 */
export function convertEntries(
  entries: readonly PaymentEntry[],
  reportingCurrency: string,
  rate: Rate | undefined,
): PaymentEntry[] {
  const convert = (minor: number) => (rate === undefined ? minor : convertMinor(minor, rate))
  const backwards = entries
    .filter((entry) => entry.kind === 'refund' && !entry.removed)
    .toSorted((a, b) => a.atMs - b.atMs || (a.entryId < b.entryId ? -1 : 1))
  const amounts = runningSums(backwards, ({ amountMinor }) => amountMinor, convert)
  const taxes = runningSums(backwards, ({ taxMinor }) => taxMinor, convert)
  return entries.map((entry): PaymentEntry => {
    if (rate === undefined && entry.currency !== reportingCurrency) return entry
    const { amountMinor, taxMinor, feeMinor, bookedFee } = entry
    const isBooked = bookedFee?.currency === reportingCurrency
    return {
      ...entry,
      reportingCurrency,
      reportingMinor: amounts.get(entry.entryId) ?? convert(amountMinor),
      reportingTaxMinor: taxes.get(entry.entryId) ?? convert(taxMinor),
      // Amounts booked in the site's currency stay as they are, to the cent.
      reportingFeeMinor: isBooked ? bookedFee.minor : convert(feeMinor),
      rate: rate === undefined ? 1 : rateNumber(rate),
      rateDay: rate?.day ?? '',
    }
  })
}

/** Each entry's part of a converted running sum. */
function runningSums(
  entries: readonly PaymentEntry[],
  read: (entry: PaymentEntry) => number,
  convert: (minor: number) => number,
): Map<string, number> {
  const converted = new Map<string, number>()
  let sum = 0
  let convertedSum = 0
  for (const entry of entries) {
    sum += read(entry)
    const next = convert(sum)
    converted.set(entry.entryId, next - convertedSum)
    convertedSum = next
  }
  return converted
}

function decimal(text: string): { digits: bigint; scale: number } {
  const [whole = '0', fraction = ''] = text.split('.')
  return { digits: BigInt(whole + fraction), scale: fraction.length }
}
