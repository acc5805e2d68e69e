import type { ProviderApiUrls } from '../../provider-api-urls.ts'
import { creemApi } from './creem/creem-api.ts'
import { dodoApi } from './dodopayments/dodo-api.ts'
import { gumroadApi } from './gumroad/gumroad-api.ts'
import { lemonApi } from './lemonsqueezy/lemon-api.ts'
import { paddleApi } from './paddle/paddle-api.ts'
import { polarApi } from './polar/polar-api.ts'
import type { ProviderApi } from './provider-api.ts'
import { stripeApi } from './stripe/stripe-api.ts'

/** Every provider whose accounts can be read with a key. */
export function openProviderApis(urls: ProviderApiUrls): readonly ProviderApi[] {
  return [
    stripeApi(urls.stripe),
    paddleApi(urls.paddle),
    lemonApi(urls.lemonsqueezy),
    polarApi(urls.polar),
    dodoApi(urls.dodopayments),
    creemApi(urls.creem),
    gumroadApi(urls.gumroad),
  ]
}
