import { chargebeeScenarios } from './chargebee.ts'
import { creemScenarios } from './creem.ts'
import { dodopaymentsScenarios } from './dodopayments.ts'
import { lemonsqueezyScenarios } from './lemonsqueezy.ts'
import { mollieScenarios } from './mollie.ts'
import { paddleScenarios } from './paddle.ts'
import { paystackScenarios } from './paystack.ts'
import { polarScenarios } from './polar.ts'
import { razorpayScenarios } from './razorpay.ts'
import { revenuecatScenarios } from './revenuecat.ts'
import type { Scenario } from './scenario.ts'
import { shopifyScenarios, woocommerceScenarios } from './shops.ts'
import { stripeScenarios } from './stripe.ts'
import { gumroadScenarios, paypalScenarios } from './unsigned.ts'
import { whopScenarios } from './whop.ts'

/** The events of every provider, with the fields that it documents; the values are made up. */
export const scenarios: readonly Scenario[] = [
  ...stripeScenarios,
  ...lemonsqueezyScenarios,
  ...polarScenarios,
  ...paddleScenarios,
  ...shopifyScenarios,
  ...dodopaymentsScenarios,
  ...creemScenarios,
  ...woocommerceScenarios,
  ...gumroadScenarios,
  ...paypalScenarios,
  ...revenuecatScenarios,
  ...chargebeeScenarios,
  ...paystackScenarios,
  ...razorpayScenarios,
  ...whopScenarios,
  ...mollieScenarios,
]
