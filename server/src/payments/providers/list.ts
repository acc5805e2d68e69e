import { creem } from './creem.ts'
import { dodopayments } from './dodopayments.ts'
import { gumroad } from './gumroad.ts'
import { lemonsqueezy } from './lemonsqueezy.ts'
import { paddle } from './paddle.ts'
import { paypal } from './paypal.ts'
import { polar } from './polar.ts'
import type { Provider } from './provider.ts'
import { shopify } from './shopify.ts'
import { stripe } from './stripe.ts'
import { woocommerce } from './woocommerce.ts'

/** Every provider whose webhooks are understood. */
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
]

/** Names that people type for a provider. */
const otherNames: Readonly<Record<string, string>> = { dodo: 'dodopayments' }

/** The provider of this name in any case, if there is one. */
export function findProvider(name: string): Provider | undefined {
  const lower = name.trim().toLowerCase()
  const full = Object.hasOwn(otherNames, lower) ? otherNames[lower] : lower
  return providers.find((provider) => provider.name === full)
}
