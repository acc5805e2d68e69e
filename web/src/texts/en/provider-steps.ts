/** How to connect a payment provider. */
export interface ProviderGuide {
  /** What the provider calls what it signs with; undefined: it signs nothing. */
  secretName?: string
  secretExample?: string
  /** Its messages do not say themselves that they are of a sandbox. */
  hidesTestMode?: true
  steps: readonly string[]
  /** The provider's own page about webhooks. */
  docs: string
}

/** In short; docs/payments/ says more. */
export const providerGuides: Readonly<Record<string, ProviderGuide>> = {
  stripe: {
    secretName: 'Signing secret',
    secretExample: 'whsec_…',
    steps: [
      'In the dashboard: Developers, Webhooks, Add destination, with the webhook URL above.',
      'Select the sixteen events listed below.',
      'Copy its signing secret and paste it here.',
    ],
    docs: 'https://docs.stripe.com/webhooks',
  },
  lemonsqueezy: {
    secretName: 'Signing secret',
    steps: [
      'In Settings, Webhooks, add one with the webhook URL and the secret above.',
      'Events: order_created, order_refunded, subscription_created, subscription_payment_success, subscription_payment_refunded.',
    ],
    docs: 'https://docs.lemonsqueezy.com/help/webhooks',
  },
  polar: {
    secretName: 'Webhook secret',
    hidesTestMode: true,
    steps: [
      'In Settings, Webhooks, Add endpoint, with the webhook URL above and the format Raw.',
      'Events: order.paid, order.updated, order.refunded, refund.created, refund.updated, subscription.created. For MRR, also all of subscription.*.',
      'Copy the secret that is shown and paste it here.',
    ],
    docs: 'https://polar.sh/docs/integrate/webhooks/endpoints',
  },
  paddle: {
    secretName: 'Secret key of the destination',
    secretExample: 'pdl_ntfset_…',
    hidesTestMode: true,
    steps: [
      'In Developer tools, Notifications, New destination, choose the type Webhook and enter the webhook URL above.',
      'Events: transaction.paid, transaction.completed, subscription.created, subscription.trialing, adjustment.created, adjustment.updated. For MRR, also all of subscription.*.',
      'Copy the destination’s secret key and paste it here.',
    ],
    docs: 'https://developer.paddle.com/webhooks/overview',
  },
  shopify: {
    secretName: 'Signing secret, or an app’s client secret',
    steps: [
      'In Settings, Notifications, Webhooks, create three in the format JSON with the webhook URL above: Order payment, Order update, Refund create.',
      'Copy the secret that is shown below the list and paste it here.',
    ],
    docs: 'https://shopify.dev/docs/apps/build/webhooks',
  },
  dodopayments: {
    secretName: 'Signing secret',
    secretExample: 'whsec_…',
    hidesTestMode: true,
    steps: [
      'In Developer, Webhooks, Add webhook, with the webhook URL above.',
      'Events: payment.succeeded, subscription.active, refund.succeeded, and all of dispute.*. For MRR, also all of subscription.*.',
      'Copy its signing secret and paste it here.',
    ],
    docs: 'https://docs.dodopayments.com/developer-resources/webhooks',
  },
  creem: {
    secretName: 'Webhook secret',
    steps: [
      'In Developers, Webhooks, add one with the webhook URL above.',
      'Events: checkout.completed, subscription.paid, subscription.trialing, refund.created, dispute.created. For MRR, also all of subscription.*.',
      'Copy the secret that is shown there and paste it here.',
    ],
    docs: 'https://docs.creem.io/code/webhooks',
  },
  woocommerce: {
    secretName: 'Secret',
    steps: [
      'In WooCommerce, Settings, Advanced, Webhooks, add two with the topics Order created and Order updated, API version 3.',
      'Enter the webhook URL and the secret above in both. Do not leave the secret empty: WooCommerce would generate a different one.',
    ],
    docs: 'https://woocommerce.com/document/webhooks/',
  },
  gumroad: {
    steps: [
      'Create an access token in Settings, Advanced, Applications, with the scope view_sales.',
      'Subscribe to sale, refund, dispute and dispute_won with that token and the webhook URL above. The Ping on the settings page reports sales only.',
    ],
    docs: 'https://gumroad.com/api#resource-subscriptions',
  },
  paypal: {
    secretName: 'Webhook ID',
    hidesTestMode: true,
    steps: [
      'In the developer dashboard, your app, Webhooks, Add webhook, with the webhook URL above.',
      'Events: PAYMENT.CAPTURE and PAYMENT.SALE, each COMPLETED, REFUNDED and REVERSED, and CUSTOMER.DISPUTE.CREATED and RESOLVED.',
      'Copy the webhook ID from the list and paste it here.',
      'Under Options, enter the app’s client ID and secret, so that every event is verified before it counts.',
    ],
    docs: 'https://developer.paypal.com/api/rest/webhooks/',
  },
}
