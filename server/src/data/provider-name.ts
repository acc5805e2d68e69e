/** Names of providers as they are stored, with what else people call them, without blanks and punctuation. */
const names: Readonly<Record<string, readonly string[]>> = {
  stripe: [],
  lemonsqueezy: ['lemon'],
  polar: ['polarsh'],
  paddle: ['paddlebilling'],
  shopify: [],
  dodopayments: ['dodo'],
  creem: ['creemio'],
  woocommerce: ['woo'],
  gumroad: [],
  paypal: [],
  revenuecat: [],
  chargebee: [],
  paystack: [],
  razorpay: [],
  whop: ['whopcom'],
  mollie: [],
}

const canonical = new Map(
  Object.entries(names).flatMap(([name, others]) => [name, ...others].map((one) => [one, name])),
)

/**
 * The one name of a provider, wherever somebody names it: in lower case, and for the providers that we
 * know however it is spelled (`dodo`, `Lemon Squeezy`). Names of others stay as they are.
 */
export function providerName(text: string): string {
  const lower = text.trim().toLowerCase()
  return canonical.get(lower.replace(/[\s._-]/g, '')) ?? lower
}
