/** Payment providers as they write themselves; whoever tells of a payment may name any other. */
const brands: Readonly<Record<string, string>> = {
  stripe: 'Stripe',
  lemonsqueezy: 'Lemon Squeezy',
  polar: 'Polar',
  paddle: 'Paddle',
  shopify: 'Shopify',
  dodopayments: 'Dodo Payments',
  creem: 'Creem',
  woocommerce: 'WooCommerce',
  gumroad: 'Gumroad',
  paypal: 'PayPal',
  ga4: 'Google Analytics 4',
}

/** A provider's name for people: as a brand where it is known, else as it was told. */
export function formatProvider(name: string): string {
  return Object.hasOwn(brands, name) ? (brands[name] ?? name) : name
}
