/** What to do at each payment provider, in Spanish; names of its menus and events stay as it shows them. */
export const providerGuides = {
  stripe: {
    secretName: 'Secreto de firma',
    steps: [
      'En el panel: Developers, Webhooks, Add destination, con la dirección de arriba.',
      'Elige los dieciséis eventos de la lista de abajo.',
      'Copia su secreto de firma (Signing secret) y ponlo aquí.',
    ],
  },
  lemonsqueezy: {
    secretName: 'Secreto de firma',
    steps: [
      'En Settings, Webhooks, añade uno con la dirección de arriba y el secreto.',
      'Eventos: order_created, order_refunded, subscription_created, subscription_payment_success, subscription_payment_refunded.',
    ],
  },
  polar: {
    secretName: 'Secreto del webhook',
    steps: [
      'En Settings, Webhooks, Add endpoint, con la dirección de arriba y el formato Raw.',
      'Eventos: order.paid, order.refunded, refund.created, refund.updated, subscription.created.',
      'Copia el secreto que se muestra y ponlo aquí.',
    ],
  },
  paddle: {
    secretName: 'Clave secreta del destino',
    steps: [
      'En Developer tools, Notifications, New destination, de tipo Webhook, con la dirección de arriba.',
      'Eventos: transaction.paid, transaction.completed, subscription.created, subscription.trialing, adjustment.created, adjustment.updated.',
      'Copia la clave secreta (Secret key) del destino y ponla aquí.',
    ],
  },
  shopify: {
    secretName: 'Secreto de firma, o el secreto de cliente de una app',
    steps: [
      'En Settings, Notifications, Webhooks, crea tres en formato JSON con la dirección de arriba: Order payment, Order update, Refund create.',
      'Copia el secreto que aparece bajo la lista y ponlo aquí.',
    ],
  },
  dodopayments: {
    secretName: 'Secreto de firma',
    steps: [
      'En Developer, Webhooks, Add webhook, con la dirección de arriba.',
      'Eventos: payment.succeeded, subscription.active, refund.succeeded y todos los de dispute.*.',
      'Copia su secreto de firma (Signing secret) y ponlo aquí.',
    ],
  },
  creem: {
    secretName: 'Secreto del webhook',
    steps: [
      'En Developers, Webhooks, añade uno con la dirección de arriba.',
      'Eventos: checkout.completed, subscription.paid, subscription.trialing, refund.created, dispute.created.',
      'Copia el secreto que se muestra allí y ponlo aquí.',
    ],
  },
  woocommerce: {
    secretName: 'Secreto',
    steps: [
      'En WooCommerce, Settings, Advanced, Webhooks, añade dos con los temas Order created y Order updated, versión 3 de la API.',
      'Da a ambos la dirección de arriba y el secreto. No lo dejes vacío allí: WooCommerce crearía uno propio.',
    ],
  },
  gumroad: {
    steps: [
      'Crea un token de acceso en Settings, Advanced, Applications, con el permiso view_sales.',
      'Suscríbete a sale, refund, dispute y dispute_won con ese token y la dirección de arriba. El Ping de la página de ajustes solo avisa de ventas.',
    ],
  },
  paypal: {
    secretName: 'ID del webhook',
    steps: [
      'En el panel de desarrolladores: tu app, Webhooks, Add webhook, con la dirección de arriba.',
      'Eventos: PAYMENT.CAPTURE y PAYMENT.SALE, cada uno COMPLETED, REFUNDED y REVERSED, y CUSTOMER.DISPUTE.CREATED y RESOLVED.',
      'Copia el ID del webhook que muestra la lista y ponlo aquí.',
      'Pon en Opciones también el ID y el secreto de cliente de la app, para que cada evento se consulte antes de contar.',
    ],
  },
}
