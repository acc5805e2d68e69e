/** What to do at each payment provider, in Spanish; menus and events have the provider's own names. */
export const providerGuides = {
  stripe: {
    secretName: 'Secreto de firma',
    steps: [
      'En el panel: Developers, Webhooks, Add destination, con la URL del webhook de arriba.',
      'Selecciona los eventos que se indican abajo.',
      'Copia su secreto de firma (Signing secret) y pégalo aquí.',
    ],
  },
  lemonsqueezy: {
    secretName: 'Secreto de firma',
    steps: [
      'En Settings, Webhooks, añade uno con la URL y el secreto de arriba.',
      'Eventos: order_created, order_refunded, subscription_created, subscription_payment_success, subscription_payment_refunded. Para suscripciones cambiadas y terminadas, también subscription_updated.',
    ],
  },
  polar: {
    secretName: 'Secreto del webhook',
    steps: [
      'En Settings, Webhooks, Add endpoint, con la URL del webhook de arriba y el formato Raw.',
      'Eventos: order.paid, order.updated, order.refunded, refund.created, refund.updated, subscription.created. Para el MRR, también todos los de subscription.*.',
      'Copia el secreto que se muestra y pégalo aquí.',
    ],
  },
  paddle: {
    secretName: 'Clave secreta del destino',
    steps: [
      'En Developer tools, Notifications, New destination, elige el tipo Webhook e introduce la URL del webhook de arriba.',
      'Eventos: transaction.paid, transaction.completed, subscription.created, subscription.trialing, adjustment.created, adjustment.updated. Para el MRR, también todos los de subscription.*.',
      'Copia la clave secreta del destino (secret key) y pégala aquí.',
    ],
  },
  shopify: {
    secretName: 'Secreto de firma, o el secreto de cliente de una app',
    steps: [
      'En Settings, Notifications, Webhooks, crea tres en formato JSON con la URL del webhook de arriba: Order payment, Order update, Refund create.',
      'Copia el secreto que se muestra debajo de la lista y pégalo aquí.',
    ],
  },
  dodopayments: {
    secretName: 'Secreto de firma',
    steps: [
      'En Developer, Webhooks, Add webhook, con la URL del webhook de arriba.',
      'Eventos: payment.succeeded, subscription.active, refund.succeeded, refund.failed y todos los de dispute.*. Para el MRR, también todos los de subscription.*.',
      'Copia su secreto de firma y pégalo aquí.',
    ],
  },
  creem: {
    secretName: 'Secreto del webhook',
    steps: [
      'En Developers, Webhooks, añade uno con la URL del webhook de arriba.',
      'Eventos: checkout.completed, subscription.paid, subscription.trialing, refund.created, dispute.created. Para el MRR, también todos los de subscription.*.',
      'Copia el secreto que se muestra allí y pégalo aquí.',
    ],
  },
  woocommerce: {
    secretName: 'Secreto',
    steps: [
      'En WooCommerce, Settings, Advanced, Webhooks, añade dos con los temas Order created y Order updated, versión 3 de la API. Para el MRR de WooCommerce Subscriptions, también Subscription created y Subscription updated.',
      'Introduce en ambos la URL del webhook y el secreto de arriba. No dejes vacío el secreto: WooCommerce generaría otro distinto.',
    ],
  },
  gumroad: {
    steps: [
      'Crea un token de acceso en Settings, Advanced, Applications, con el permiso view_sales.',
      'Suscríbete a sale, refund, dispute y dispute_won con ese token y la URL del webhook de arriba. El Ping de la página de configuración solo informa de las ventas.',
    ],
  },
  paypal: {
    secretName: 'ID del webhook',
    steps: [
      'En el panel de desarrolladores, tu app, Webhooks, Add webhook, con la URL del webhook de arriba.',
      'Eventos: PAYMENT.CAPTURE y PAYMENT.SALE, cada uno COMPLETED, REFUNDED y REVERSED, y CUSTOMER.DISPUTE.CREATED y RESOLVED.',
      'Copia el ID del webhook de la lista y pégalo aquí.',
      'En Opciones, introduce el ID y el secreto de cliente de la app, para que cada evento se verifique antes de contar.',
    ],
  },
  revenuecat: {
    secretName: 'Valor de la cabecera Authorization',
    steps: [
      'En el proyecto, Integrations, Webhooks, Add new configuration, con la URL del webhook de arriba.',
      'Pega el secreto de arriba como Authorization header value.',
      'Elige las compras de producción y todos los eventos. Lo que no sea una compra o un reembolso se guarda como ignorado.',
    ],
  },
  chargebee: {
    secretName: 'Contraseña',
    steps: [
      'En Settings, Configure Chargebee, Webhooks, Add webhook, con la URL del webhook de arriba y la versión V2 de la API.',
      'Activa Protect webhook URL with basic authentication. Usuario: tributary, contraseña: el secreto de arriba.',
      'Eventos: payment_succeeded, payment_refunded, refund_initiated, transaction_updated, transaction_deleted, subscription_created, subscription_started. Para el MRR, también todos los de subscription_*.',
    ],
  },
  paystack: {
    secretName: 'Clave secreta',
    steps: [
      'En Settings, API Keys & Webhooks, introduce la URL del webhook de arriba como Live Webhook URL. Paystack tiene una sola URL y envía allí todos los eventos.',
      'Copia la clave secreta (Live Secret Key) de la misma página y pégala aquí: Paystack firma con ella. Tributary no la usa para nada más.',
    ],
  },
  razorpay: {
    secretName: 'Secreto del webhook',
    steps: [
      'En Account & Settings, Webhooks, Add New Webhook, en modo live, con la URL del webhook y el secreto de arriba.',
      'Eventos: payment.captured, subscription.authenticated, subscription.charged, refund.processed, refund.failed y todos los de payment.dispute.*. Para el MRR, también todos los de subscription.*.',
    ],
  },
  whop: {
    secretName: 'Secreto del webhook',
    steps: [
      'En el panel: Developer, Webhooks, Create webhook, con la URL del webhook de arriba y la versión v1 de la API.',
      'Eventos: payment.succeeded, membership.activated, refund.created, refund.updated, dispute.created, dispute.updated.',
      'Copia su secreto y pégalo aquí.',
    ],
  },
  mollie: {
    secretName: 'Secreto de firma',
    steps: [
      'En Developers, Webhooks, Create webhook, con la URL del webhook de arriba y el payload completo. La webhookUrl clásica de los pagos es otra cosa.',
      'Eventos: payment.paid, refund.refunded, refund.failed, refund.canceled.',
      'Copia el secreto de firma que se muestra y pégalo aquí.',
    ],
  },
}
