/** Names of providers as they are stored, with their alternative names, without blanks and punctuation. */
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
 * The canonical name of a provider: lower-case, and for known providers independent of spelling (`dodo`, `Lemon
 * Squeezy`). Names of others stay as they are.
 */
export function providerName(text: string): string {
  const lower = text.trim().toLowerCase()
  return canonical.get(lower.replace(/[\s._-]/g, '')) ?? lower
}
