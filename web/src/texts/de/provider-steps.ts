/** What to do at each payment provider, in German; names of its menus and events stay as it shows them. */
export const providerGuides = {
  stripe: {
    secretName: 'Signaturgeheimnis',
    steps: [
      'Im Dashboard: Developers, Webhooks, Add destination, mit der Adresse oben.',
      'Wähle die sechzehn Ereignisse aus, die unten stehen.',
      'Kopiere das Signaturgeheimnis (Signing secret) und trage es hier ein.',
    ],
  },
  lemonsqueezy: {
    secretName: 'Signaturgeheimnis',
    steps: [
      'Lege unter Settings, Webhooks einen mit der Adresse oben und dem Geheimnis an.',
      'Ereignisse: order_created, order_refunded, subscription_created, subscription_payment_success, subscription_payment_refunded.',
    ],
  },
  polar: {
    secretName: 'Webhook-Geheimnis',
    steps: [
      'Unter Settings, Webhooks, Add endpoint, mit der Adresse oben und dem Format Raw.',
      'Ereignisse: order.paid, order.refunded, refund.created, refund.updated, subscription.created.',
      'Kopiere das Geheimnis, das gezeigt wird, und trage es hier ein.',
    ],
  },
  paddle: {
    secretName: 'Geheimer Schlüssel des Ziels',
    steps: [
      'Unter Developer tools, Notifications, New destination, vom Typ Webhook, mit der Adresse oben.',
      'Ereignisse: transaction.paid, transaction.completed, subscription.created, subscription.trialing, adjustment.created, adjustment.updated.',
      'Kopiere den geheimen Schlüssel (Secret key) des Ziels und trage ihn hier ein.',
    ],
  },
  shopify: {
    secretName: 'Signaturgeheimnis, oder das Client-Geheimnis einer App',
    steps: [
      'Lege unter Settings, Notifications, Webhooks drei im Format JSON mit der Adresse oben an: Order payment, Order update, Refund create.',
      'Kopiere das Geheimnis, das unter der Liste steht, und trage es hier ein.',
    ],
  },
  dodopayments: {
    secretName: 'Signaturgeheimnis',
    steps: [
      'Unter Developer, Webhooks, Add webhook, mit der Adresse oben.',
      'Ereignisse: payment.succeeded, subscription.active, refund.succeeded und alle von dispute.*.',
      'Kopiere das Signaturgeheimnis (Signing secret) und trage es hier ein.',
    ],
  },
  creem: {
    secretName: 'Webhook-Geheimnis',
    steps: [
      'Lege unter Developers, Webhooks einen mit der Adresse oben an.',
      'Ereignisse: checkout.completed, subscription.paid, subscription.trialing, refund.created, dispute.created.',
      'Kopiere das Geheimnis, das dort gezeigt wird, und trage es hier ein.',
    ],
  },
  woocommerce: {
    secretName: 'Geheimnis',
    steps: [
      'Lege unter WooCommerce, Settings, Advanced, Webhooks zwei an, mit den Themen Order created und Order updated und der API-Version 3.',
      'Gib beiden die Adresse oben und das Geheimnis. Lass es dort nie leer: WooCommerce würde ein eigenes machen.',
    ],
  },
  gumroad: {
    steps: [
      'Mach unter Settings, Advanced, Applications ein Zugriffstoken mit der Berechtigung view_sales.',
      'Abonniere mit diesem Token und der Adresse oben sale, refund, dispute und dispute_won. Der Ping der Einstellungsseite meldet nur Verkäufe.',
    ],
  },
  paypal: {
    secretName: 'Webhook-ID',
    steps: [
      'Im Developer Dashboard: deine App, Webhooks, Add webhook, mit der Adresse oben.',
      'Ereignisse: PAYMENT.CAPTURE und PAYMENT.SALE, je COMPLETED, REFUNDED und REVERSED, dazu CUSTOMER.DISPUTE.CREATED und RESOLVED.',
      'Kopiere die Webhook-ID, die die Liste zeigt, und trage sie hier ein.',
      'Trage unter Optionen auch Client-ID und Client-Secret der App ein, damit jedes Ereignis nachgeschlagen wird, bevor es zählt.',
    ],
  },
}
