import type { RequestOutside } from '../../outside/request-outside.ts'
import type { ProviderApiUrls } from '../../settings/provider-api-urls.ts'
import { creemApi } from './creem/creem-api.ts'
import { dodoApi } from './dodopayments/dodo-api.ts'
import { gumroadApi } from './gumroad/gumroad-api.ts'
import { lemonApi } from './lemonsqueezy/lemon-api.ts'
import { paddleApi } from './paddle/paddle-api.ts'
import { paypalApi } from './paypal/paypal-api.ts'
import { polarApi } from './polar/polar-api.ts'
import type { ProviderApi } from './provider-api.ts'
import { shopifyApi } from './shopify/shopify-api.ts'
import { stripeApi } from './stripe/stripe-api.ts'
import { woocommerceApi } from './woocommerce/woocommerce-api.ts'

/**
 * All providers whose accounts can be read with a key. `request` is used for addresses that people enter, such as
 * shops.
 */
export function openProviderApis(
  urls: ProviderApiUrls,
  request: RequestOutside,
): readonly ProviderApi[] {
  return [
    stripeApi(urls.stripe),
    paddleApi(urls.paddle),
    lemonApi(urls.lemonsqueezy),
    polarApi(urls.polar),
    shopifyApi(request, urls.shopify),
    woocommerceApi(request),
    paypalApi(request, urls.paypal),
    dodoApi(urls.dodopayments),
    creemApi(urls.creem),
    gumroadApi(urls.gumroad),
  ]
}
