import { AppError } from '../errors.ts'
import { hashEmail, isEmail } from '../identities/email-hash.ts'
import { currencyDecimals, findCurrency } from '../money/currencies.ts'
import { toMinorUnits } from '../money/money.ts'
import type { ControlStore } from '../store/control/control-store.ts'
import type { Secrets } from '../store/control/secrets.ts'
import { findMergedInto } from './rows/payment-merges.ts'
import type { PaymentSearch } from './rows/payment-pages.ts'

/**
 * What somebody looks for in a site's payments: an id, an amount, or who paid. Throws `forbidden` for an
 * address where people may not be seen, or a list could tell who they are.
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

/** What a text such as `$1,299.50` or `1.299,50 EUR` is in the minor units of each currency that it fits. */
function amountsIn(text: string): PaymentSearch['amounts'] {
  const [, before = '', digits = '', after = ''] =
    /^([A-Za-z]{3}|\p{Sc})?\s*(\d[\d.,' ]{0,24})\s*([A-Za-z]{3}|\p{Sc})?$/u.exec(text) ?? []
  const amount = readNumber(digits.replace(/[' ]/g, ''))
  if (amount === undefined) return []
  const only = findCurrency(before) ?? findCurrency(after)
  const byDecimals = Map.groupBy(currencyDecimals.keys(), (name) => currencyDecimals.get(name))
  return [...byDecimals.values()].flatMap((all) => {
    const currencies = only === undefined ? all : all.filter((name) => name === only)
    const [first] = currencies
    const read = first === undefined ? undefined : toMinorUnits(amount, first)
    return read && 'amountMinor' in read ? [{ minor: read.amountMinor, currencies }] : []
  })
}

/** Digits whose last point or comma separates decimals, unless three digits follow it: then thousands. */
function readNumber(digits: string): number | undefined {
  const number = /^(\d{1,3}(?:,\d{3})+|\d{1,3}(?:\.\d{3})+|\d+)(?:[.,](\d+))?$/.exec(digits)
  const [, whole, fraction = '0'] = number ?? []
  return whole === undefined ? undefined : Number(`${whole.replace(/[.,]/g, '')}.${fraction}`)
}
