/** How to connect a payment provider. */
export interface ProviderGuide {
  /** The provider's name for its signing secret; undefined if it signs nothing. */
  secretName?: string
  secretExample?: string
  /** Its messages do not show that they come from a sandbox. */
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
      'Select the events listed below.',
      'Copy its signing secret and paste it here.',
    ],
    docs: 'https://docs.stripe.com/webhooks',
  },
  lemonsqueezy: {
    secretName: 'Signing secret',
    steps: [
      'In Settings, Webhooks, add one with the webhook URL and the secret above.',
      'Events: order_created, order_refunded, subscription_created, subscription_payment_success, subscription_payment_refunded. For changed and ended subscriptions, also subscription_updated.',
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
      'Events: payment.succeeded, subscription.active, refund.succeeded, refund.failed, and all of dispute.*. For MRR, also all of subscription.*.',
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
      'In WooCommerce, Settings, Advanced, Webhooks, add two with the topics Order created and Order updated, API version 3. For MRR of WooCommerce Subscriptions, also add Subscription created and Subscription updated.',
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
  revenuecat: {
    secretName: 'Authorization header value',
    steps: [
      'In the project’s Integrations, Webhooks, Add new configuration, with the webhook URL above.',
      'Paste the secret above as the Authorization header value.',
      'Choose production purchases and all events. Whatever is not a purchase or a refund is stored as ignored.',
    ],
    docs: 'https://www.revenuecat.com/docs/integrations/webhooks',
  },
  chargebee: {
    secretName: 'Password',
    hidesTestMode: true,
    steps: [
      'In Settings, Configure Chargebee, Webhooks, Add webhook, with the webhook URL above and API version V2.',
      'Turn on Protect webhook URL with basic authentication. User name: tributary, password: the secret above.',
      'Events: payment_succeeded, payment_refunded, refund_initiated, transaction_updated, transaction_deleted, subscription_created, subscription_started. For MRR, also all of subscription_*.',
    ],
    docs: 'https://www.chargebee.com/docs/2.0/webhook_settings.html',
  },
  paystack: {
    secretName: 'Secret key',
    secretExample: 'sk_live_…',
    steps: [
      'In Settings, API Keys & Webhooks, enter the webhook URL above as Live Webhook URL. Paystack has one URL and sends all events there.',
      'Copy the live secret key from the same page and paste it here: Paystack signs with it. Tributary uses it for nothing else.',
    ],
    docs: 'https://paystack.com/docs/payments/webhooks/',
  },
  razorpay: {
    secretName: 'Webhook secret',
    hidesTestMode: true,
    steps: [
      'In Account & Settings, Webhooks, Add New Webhook, in live mode, with the webhook URL and the secret above.',
      'Events: payment.captured, subscription.authenticated, subscription.charged, refund.processed, refund.failed, and all of payment.dispute.*. For MRR, also all of subscription.*.',
    ],
    docs: 'https://razorpay.com/docs/webhooks/',
  },
  whop: {
    secretName: 'Webhook secret',
    secretExample: 'ws_…',
    hidesTestMode: true,
    steps: [
      'In the dashboard: Developer, Webhooks, Create webhook, with the webhook URL above and API version v1.',
      'Events: payment.succeeded, membership.activated, refund.created, refund.updated, dispute.created, dispute.updated.',
      'Copy its secret and paste it here.',
    ],
    docs: 'https://docs.whop.com/developer/guides/webhooks',
  },
  mollie: {
    secretName: 'Signing secret',
    steps: [
      'In Developers, Webhooks, Create webhook, with the webhook URL above and the full payload. The classic webhookUrl of payments is something else.',
      'Events: payment.paid, refund.refunded, refund.failed, refund.canceled.',
      'Copy the signing secret that is shown and paste it here.',
    ],
    docs: 'https://docs.mollie.com/reference/webhooks-new',
  },
}
