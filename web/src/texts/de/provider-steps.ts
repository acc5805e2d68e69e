/** What to do at each payment provider, in German; menus and events have the provider's own names. */
export const providerGuides = {
  stripe: {
    secretName: 'Signing-Secret',
    steps: [
      'Im Dashboard: Developers, Webhooks, Add destination, mit der Webhook-URL oben.',
      'Wähle die unten aufgeführten Ereignisse aus.',
      'Kopiere das Signing-Secret und füge es hier ein.',
    ],
  },
  lemonsqueezy: {
    secretName: 'Signing-Secret',
    steps: [
      'Erstelle unter Settings, Webhooks einen Webhook mit der URL und dem Secret oben.',
      'Ereignisse: order_created, order_refunded, subscription_created, subscription_payment_success, subscription_payment_refunded. Für geänderte und beendete Abos auch subscription_updated.',
    ],
  },
  polar: {
    secretName: 'Webhook-Secret',
    steps: [
      'Unter Settings, Webhooks, Add endpoint, mit der Webhook-URL oben und dem Format Raw.',
      'Ereignisse: order.paid, order.updated, order.refunded, refund.created, refund.updated, subscription.created. Für MRR auch alle von subscription.*.',
      'Kopiere das angezeigte Secret und füge es hier ein.',
    ],
  },
  paddle: {
    secretName: 'Secret Key der Destination',
    steps: [
      'Unter Developer tools, Notifications, New destination: Wähle den Typ Webhook und gib die Webhook-URL oben ein.',
      'Ereignisse: transaction.paid, transaction.completed, subscription.created, subscription.trialing, adjustment.created, adjustment.updated. Für MRR auch alle von subscription.*.',
      'Kopiere den Secret Key der Destination und füge ihn hier ein.',
    ],
  },
  shopify: {
    secretName: 'Signing-Secret, oder das Client-Secret einer App',
    steps: [
      'Erstelle unter Settings, Notifications, Webhooks drei Webhooks im Format JSON mit der Webhook-URL oben: Order payment, Order update, Refund create.',
      'Kopiere das unter der Liste angezeigte Secret und füge es hier ein.',
    ],
  },
  dodopayments: {
    secretName: 'Signing-Secret',
    steps: [
      'Unter Developer, Webhooks, Add webhook, mit der Webhook-URL oben.',
      'Ereignisse: payment.succeeded, subscription.active, refund.succeeded, refund.failed und alle von dispute.*. Für MRR auch alle von subscription.*.',
      'Kopiere das Signing-Secret und füge es hier ein.',
    ],
  },
  creem: {
    secretName: 'Webhook-Secret',
    steps: [
      'Erstelle unter Developers, Webhooks einen Webhook mit der URL oben.',
      'Ereignisse: checkout.completed, subscription.paid, subscription.trialing, refund.created, dispute.created. Für MRR auch alle von subscription.*.',
      'Kopiere das dort angezeigte Secret und füge es hier ein.',
    ],
  },
  woocommerce: {
    secretName: 'Secret',
    steps: [
      'Erstelle unter WooCommerce, Settings, Advanced, Webhooks zwei Webhooks mit den Themen Order created und Order updated, API-Version 3. Für MRR von WooCommerce Subscriptions auch Subscription created und Subscription updated.',
      'Gib bei beiden die Webhook-URL und das Secret oben ein. Lass das Secret nicht leer: WooCommerce würde ein anderes erzeugen.',
    ],
  },
  gumroad: {
    steps: [
      'Erstelle unter Settings, Advanced, Applications ein Access-Token mit dem Scope view_sales.',
      'Abonniere mit diesem Token und der Webhook-URL oben sale, refund, dispute und dispute_won. Der Ping auf der Einstellungsseite meldet nur Verkäufe.',
    ],
  },
  paypal: {
    secretName: 'Webhook-ID',
    steps: [
      'Im Developer-Dashboard: deine App, Webhooks, Add webhook, mit der Webhook-URL oben.',
      'Ereignisse: PAYMENT.CAPTURE und PAYMENT.SALE, jeweils COMPLETED, REFUNDED und REVERSED, sowie CUSTOMER.DISPUTE.CREATED und RESOLVED.',
      'Kopiere die Webhook-ID aus der Liste und füge sie hier ein.',
      'Gib unter Optionen auch Client-ID und Client-Secret der App ein, damit jedes Ereignis geprüft wird, bevor es zählt.',
    ],
  },
  revenuecat: {
    secretName: 'Wert des Authorization-Headers',
    steps: [
      'Im Projekt unter Integrations, Webhooks, Add new configuration, mit der Webhook-URL oben.',
      'Füge das Secret oben als Authorization header value ein.',
      'Wähle Käufe aus der Produktion und alle Ereignisse. Alles außer Käufen und Rückerstattungen wird als ignoriert gespeichert.',
    ],
  },
  chargebee: {
    secretName: 'Passwort',
    steps: [
      'Unter Settings, Configure Chargebee, Webhooks, Add webhook, mit der Webhook-URL oben und der API-Version V2.',
      'Aktiviere Protect webhook URL with basic authentication. Benutzername: tributary, Passwort: das Secret oben.',
      'Ereignisse: payment_succeeded, payment_refunded, refund_initiated, transaction_updated, transaction_deleted, subscription_created, subscription_started. Für MRR auch alle von subscription_*.',
    ],
  },
  paystack: {
    secretName: 'Secret Key',
    steps: [
      'Trage unter Settings, API Keys & Webhooks die Webhook-URL oben als Live Webhook URL ein. Paystack hat eine einzige URL und sendet alle Ereignisse dorthin.',
      'Kopiere den Live Secret Key von derselben Seite und füge ihn hier ein: Paystack signiert damit. Tributary verwendet ihn für nichts anderes.',
    ],
  },
  razorpay: {
    secretName: 'Webhook-Secret',
    steps: [
      'Unter Account & Settings, Webhooks, Add New Webhook, im Live-Modus, mit der Webhook-URL und dem Secret oben.',
      'Ereignisse: payment.captured, subscription.authenticated, subscription.charged, refund.processed, refund.failed und alle von payment.dispute.*. Für MRR auch alle von subscription.*.',
    ],
  },
  whop: {
    secretName: 'Webhook-Secret',
    steps: [
      'Im Dashboard: Developer, Webhooks, Create webhook, mit der Webhook-URL oben und der API-Version v1.',
      'Ereignisse: payment.succeeded, membership.activated, refund.created, refund.updated, dispute.created, dispute.updated.',
      'Kopiere das Secret und füge es hier ein.',
    ],
  },
  mollie: {
    secretName: 'Signing-Secret',
    steps: [
      'Unter Developers, Webhooks, Create webhook, mit der Webhook-URL oben und der vollständigen Payload. Die klassische webhookUrl von Zahlungen ist etwas anderes.',
      'Ereignisse: payment.paid, refund.refunded, refund.failed, refund.canceled.',
      'Kopiere das angezeigte Signing-Secret und füge es hier ein.',
    ],
  },
}
