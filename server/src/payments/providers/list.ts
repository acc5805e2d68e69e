import { providerName } from '../../data/provider-name.ts'
import { chargebee } from './chargebee.ts'
import { creem } from './creem.ts'
import { dodopayments } from './dodopayments.ts'
import { gumroad } from './gumroad.ts'
import { lemonsqueezy } from './lemonsqueezy.ts'
import { mollie } from './mollie.ts'
import { paddle } from './paddle.ts'
import { paypal } from './paypal.ts'
import { paystack } from './paystack.ts'
import { polar } from './polar.ts'
import type { Provider } from './provider.ts'
import { razorpay } from './razorpay.ts'
import { revenuecat } from './revenuecat.ts'
import { shopify } from './shopify.ts'
import { stripe } from './stripe.ts'
import { whop } from './whop.ts'
import { woocommerce } from './woocommerce.ts'

/** Every provider whose webhooks are supported. */
export const providers: readonly Provider[] = [
  stripe,
  lemonsqueezy,
  polar,
  paddle,
  shopify,
  dodopayments,
  creem,
  woocommerce,
  gumroad,
  paypal,
  revenuecat,
  chargebee,
  paystack,
  razorpay,
  whop,
  mollie,
]

/** The provider of this name, in any spelling; undefined if there is none. */
export function findProvider(name: string): Provider | undefined {
  const full = providerName(name)
  return providers.find((provider) => provider.name === full)
}
