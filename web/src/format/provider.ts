import { brandName, providers } from '@tributary/contract/brands.ts'

/** A provider's name for people: as a brand where it is known, else as reported. */
export function formatProvider(name: string): string {
  return brandName(providers, name)
}

/** Where providers show what an id of theirs names. Only those whose address depends on nothing but the id. */
const addresses: Readonly<Record<string, readonly [id: RegExp, before: string][]>> = {
  stripe: [
    [/^(pi|ch|py)_[A-Za-z0-9]+$/, 'https://dashboard.stripe.com/payments/'],
    [/^in_[A-Za-z0-9]+$/, 'https://dashboard.stripe.com/invoices/'],
  ],
  paddle: [[/^txn_[a-z0-9]+$/, 'https://vendors.paddle.com/transactions-v2/']],
  paypal: [[/^[A-Z0-9]{17}$/, 'https://www.paypal.com/activity/payment/']],
}

/** The page at its provider of a payment that is known by some ids; undefined where there is none. */
export function providerPage(provider: string, ids: readonly string[]): string | undefined {
  const known = Object.hasOwn(addresses, provider) ? (addresses[provider] ?? []) : []
  for (const [pattern, before] of known) {
    const id = ids.find((one) => pattern.test(one))
    if (id !== undefined) return before + id
  }
  return undefined
}
