import type { DefaultTheme } from 'vitepress'

/** The pages by what a reader wants to do; web/test/help.test.ts finds those that are missing here. */
export const sidebar: DefaultTheme.SidebarItem[] = [
  {
    text: 'Start',
    items: [
      { text: 'Getting started', link: '/guide/getting-started' },
      { text: 'Install the script', link: '/guide/install' },
      { text: 'Exports and imports', link: '/export-import' },
    ],
  },
  {
    text: 'Payments',
    items: [
      { text: 'Connect payments', link: '/payments' },
      { text: 'Reconcile payments', link: '/payments/reconciliation' },
      { text: 'Stripe', link: '/payments/stripe' },
      { text: 'Paddle', link: '/payments/paddle' },
      { text: 'Lemon Squeezy', link: '/payments/lemonsqueezy' },
      { text: 'Polar', link: '/payments/polar' },
      { text: 'Shopify', link: '/payments/shopify' },
      { text: 'WooCommerce', link: '/payments/woocommerce' },
      { text: 'PayPal', link: '/payments/paypal' },
      { text: 'Dodo Payments', link: '/payments/dodopayments' },
      { text: 'Creem', link: '/payments/creem' },
      { text: 'Gumroad', link: '/payments/gumroad' },
      { text: 'RevenueCat', link: '/payments/revenuecat' },
      { text: 'Chargebee', link: '/payments/chargebee' },
      { text: 'Paystack', link: '/payments/paystack' },
      { text: 'Razorpay', link: '/payments/razorpay' },
      { text: 'Whop', link: '/payments/whop' },
      { text: 'Mollie', link: '/payments/mollie' },
    ],
  },
  {
    text: 'Understand the numbers',
    items: [
      { text: 'Metrics', link: '/guide/metrics' },
      { text: 'Attribution models', link: '/guide/attribution' },
      { text: 'Subscriptions', link: '/guide/subscriptions' },
      { text: 'Troubleshooting', link: '/guide/troubleshooting' },
      { text: 'Reports and alerts', link: '/alerts' },
      { text: 'Teams and share links', link: '/team' },
      { text: 'Glossary', link: '/glossary' },
    ],
  },
  {
    text: 'Reference',
    items: [
      { text: 'The script', link: '/tracker' },
      { text: 'API', link: '/api' },
      { text: 'SDK', link: '/sdk' },
      { text: 'Command line', link: '/guide/cli' },
    ],
  },
  {
    text: 'Run it',
    items: [
      { text: 'Self-hosting', link: '/self-hosting' },
      { text: 'Backups', link: '/self-hosting#backups' },
      { text: 'Upgrades', link: '/self-hosting#upgrades' },
      { text: 'Scaling', link: '/scaling' },
      { text: 'Privacy and GDPR', link: '/guide/privacy' },
      { text: 'Security', link: '/security' },
      { text: 'What Tributary promises', link: '/guide/promises' },
    ],
  },
  {
    text: 'How it is built',
    items: [
      { text: 'Architecture', link: '/architecture' },
      { text: 'Reliability, with proofs', link: '/reliability' },
      { text: 'Performance', link: '/performance' },
      { text: 'Decisions', link: '/decisions/' },
      { text: 'Third-party software', link: '/third-party' },
    ],
  },
]
