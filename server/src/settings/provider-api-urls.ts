/**
 * The addresses of providers' APIs, for accounts that are connected with a key, and the setting that replaces each.
 */
export const providerApiUrls = {
  stripe: { title: 'Stripe', setting: 'STRIPE_API_URL', url: 'https://api.stripe.com' },
  paddle: { title: 'Paddle', setting: 'PADDLE_API_URL', url: 'https://api.paddle.com' },
  shopify: { title: 'Shopify', setting: 'SHOPIFY_API_URL', url: 'https://SHOP.myshopify.com' },
  paypal: { title: 'PayPal', setting: 'PAYPAL_API_URL', url: 'https://api-m.paypal.com' },
  lemonsqueezy: {
    ...{ title: 'Lemon Squeezy', setting: 'LEMONSQUEEZY_API_URL' },
    url: 'https://api.lemonsqueezy.com',
  },
  polar: { title: 'Polar', setting: 'POLAR_API_URL', url: 'https://api.polar.sh' },
  dodopayments: {
    title: 'Dodo Payments',
    setting: 'DODOPAYMENTS_API_URL',
    url: 'https://live.dodopayments.com',
  },
  creem: { title: 'Creem', setting: 'CREEM_API_URL', url: 'https://api.creem.io' },
  gumroad: { title: 'Gumroad', setting: 'GUMROAD_API_URL', url: 'https://api.gumroad.com' },
} as const

/** Addresses that replace the providers' own, by provider. */
export type ProviderApiUrls = Readonly<Partial<Record<keyof typeof providerApiUrls, string>>>
