import { brandName, providers } from '@tributary/contract/brands.ts'

/** A provider's display name: its brand if known, else as reported. */
export function formatProvider(name: string): string {
  return brandName(providers, name)
}

/** The providers' pages for their objects. Only addresses that need nothing but the id. */
const addresses: Readonly<Record<string, readonly [id: RegExp, before: string][]>> = {
  stripe: [
    [/^(pi|ch|py)_[A-Za-z0-9]+$/, 'https://dashboard.stripe.com/payments/'],
    [/^in_[A-Za-z0-9]+$/, 'https://dashboard.stripe.com/invoices/'],
  ],
  paddle: [[/^txn_[a-z0-9]+$/, 'https://vendors.paddle.com/transactions-v2/']],
  paypal: [[/^[A-Z0-9]{17}$/, 'https://www.paypal.com/activity/payment/']],
}

/** The page of a payment at its provider, found by its ids; undefined if there is none. */
export function providerPage(provider: string, ids: readonly string[]): string | undefined {
  const known = Object.hasOwn(addresses, provider) ? (addresses[provider] ?? []) : []
  for (const [pattern, before] of known) {
    const id = ids.find((one) => pattern.test(one))
    if (id !== undefined) return before + id
  }
  return undefined
}
