import { AppError } from '../errors.ts'
import { hashEmail, isEmail } from '../identities/email-hash.ts'
import { currencyDecimals, findCurrency } from '../money/currencies.ts'
import { toMinorUnits } from '../money/money.ts'
import type { ControlStore } from '../store/control/control-store.ts'
import type { Secrets } from '../store/control/secrets.ts'
import { findMergedInto } from './rows/payment-merges.ts'
import type { PaymentSearch } from './rows/payment-pages.ts'

/**
 * What to search a site's payments for: an id, an amount, or the payer. Throws `forbidden` for an address if the
 * reader may not see people, or if a list could reveal them.
 */
export async function readSearch(
  { control, secrets }: { control: ControlStore; secrets: Secrets },
  siteId: string,
  { search, seesPeople }: { search: string; seesPeople: boolean },
): Promise<PaymentSearch> {
  const text = search.trim()
  const hasAddress = isEmail(text)
  if (hasAddress && !seesPeople) {
    throw new AppError('forbidden', 'Only who may see visitors can search by e-mail address.')
  }
  const merged = await findMergedInto(control.db, siteId, text)
  return {
    ids: [text, ...(merged === undefined ? [] : [merged])],
    alias: text,
    customer: seesPeople ? text : undefined,
    emailHash: hasAddress ? hashEmail(secrets, siteId, text) : undefined,
    amounts: amountsIn(text),
  }
}

/**
 * The meaning of a text such as `$1,299.50`, `10-50 EUR` or `>100` in the minor units of each currency that it fits:
 * one amount, or a range.
 */
function amountsIn(text: string): PaymentSearch['amounts'] {
  const asked = boundsIn(text)
  if (asked === undefined) return []
  const { from, to, currency } = asked
  const byDecimals = Map.groupBy(currencyDecimals.keys(), (name) => currencyDecimals.get(name))
  return [...byDecimals.values()].flatMap((all) => {
    const currencies = currency === undefined ? all : all.filter((name) => name === currency)
    const [first] = currencies
    if (first === undefined) return []
    const bounds = { from: minorOf(from, first), to: minorOf(to, first) }
    // An amount with more decimals than a currency has does not fit it.
    return Object.values(bounds).includes(null) ? [] : [{ ...(bounds as Bounds), currencies }]
  })
}

interface Bounds {
  from: number | undefined
  to: number | undefined
}

/** The bounds in major units, both included. */
function boundsIn(text: string): (Bounds & { currency: string | undefined }) | undefined {
  const [, sign, bound = ''] = /^([<>])=?\s*(.+)$/.exec(text) ?? []
  const [, low = text, high = low] = /^(.+?)\s*[-–]\s*(.+)$/.exec(text) ?? []
  const [one, other] = sign === undefined ? [low, high].map(amountIn) : [amountIn(bound)]
  if (one === undefined) return undefined
  const { amount: from, currency } = one
  if (sign === '>') return { from, to: undefined, currency }
  if (sign === '<') return { from: undefined, to: from, currency }
  return other && { from, to: other.amount, currency: currency ?? other.currency }
}

/** A number with or without a currency before or after it. */
function amountIn(text: string): { amount: number; currency: string | undefined } | undefined {
  const [, before = '', digits = '', after = ''] =
    /^([A-Za-z]{3}|\p{Sc})?\s*(\d[\d.,' ]{0,24})\s*([A-Za-z]{3}|\p{Sc})?$/u.exec(text) ?? []
  const amount = readNumber(digits.replace(/[' ]/g, ''))
  return amount === undefined
    ? undefined
    : { amount, currency: findCurrency(before) ?? findCurrency(after) }
}

/** Null if the currency has no such amount. */
function minorOf(amount: number | undefined, currency: string): number | undefined | null {
  if (amount === undefined) return undefined
  const read = toMinorUnits(amount, currency)
  return 'amountMinor' in read ? read.amountMinor : null
}

/** Digits whose last point or comma separates decimals, unless three digits follow it: then thousands. */
function readNumber(digits: string): number | undefined {
  const number = /^(\d{1,3}(?:,\d{3})+|\d{1,3}(?:\.\d{3})+|\d+)(?:[.,](\d+))?$/.exec(digits)
  const [, whole, fraction = '0'] = number ?? []
  return whole === undefined ? undefined : Number(`${whole.replace(/[.,]/g, '')}.${fraction}`)
}
