/** How to link payments, in Spanish, by the server's codes. */
export const checkouts: Readonly<Record<string, string>> = {
  stripe:
    'Define metadata.tributary_visitor_id y metadata.tributary_session_id al crear la Checkout Session o el PaymentIntent (en las suscripciones, también en subscription_data.metadata).',
  lemonsqueezy:
    'Añade checkout[custom][tributary_visitor_id] y checkout[custom][tributary_session_id] al enlace de pago.',
  polar: 'Define metadata.tributary_visitor_id y metadata.tributary_session_id en el checkout.',
  paddle:
    'Define customData.tributary_visitor_id y customData.tributary_session_id en Paddle.Checkout.open.',
  shopify:
    'Define los atributos del carrito tributary_visitor_id y tributary_session_id antes del pago (/cart/update.js).',
  dodo: 'Define metadata.tributary_visitor_id y metadata.tributary_session_id en la sesión de pago.',
  dodopayments:
    'Define metadata.tributary_visitor_id y metadata.tributary_session_id en la sesión de pago.',
  creem: 'Define metadata.tributary_visitor_id y metadata.tributary_session_id en el checkout.',
  woocommerce:
    'Guarda los metadatos del pedido tributary_visitor_id y tributary_session_id en woocommerce_checkout_create_order.',
  gumroad: 'Añade ?visitorId= y &sessionId= al enlace del producto.',
  paypal:
    'Define custom_id de la unidad de compra (o de la suscripción) como "visitorId:sessionId".',
  revenuecat:
    'Define antes de la compra los atributos de suscriptor tributary_visitor_id y tributary_session_id (Purchases.setAttributes).',
  chargebee:
    'Define meta_data.tributary_visitor_id y meta_data.tributary_session_id en la suscripción (o los campos personalizados cf_tributary_visitor_id y cf_tributary_session_id).',
  paystack:
    'Define metadata.tributary_visitor_id y metadata.tributary_session_id al inicializar la transacción.',
  razorpay:
    'Define notes.tributary_visitor_id y notes.tributary_session_id en el pedido o el enlace de pago (en las suscripciones, en la suscripción).',
  whop: 'Define metadata.tributary_visitor_id y metadata.tributary_session_id en la configuración del checkout.',
  mollie:
    'Define metadata.tributary_visitor_id y metadata.tributary_session_id en el pago (en las suscripciones, también en la suscripción).',
}

export const anyCheckout =
  'Envía visitorId y sessionId (cookies tributary_visitor_id y tributary_session_id) con el pago.'

export const remedies: Readonly<Record<string, (checkout: string) => string>> = {
  'no-ids': (checkout) => checkout,
  'ambiguous-time': (checkout) => checkout,
  'id-not-seen': () =>
    'El ID de visitante enviado no se ha visto en este sitio. Comprueba que el pago lea la cookie del dominio medido y que el script funcione en la página anterior.',
  'identification-off': (checkout) =>
    `Activa la identificación de usuarios en la configuración del sitio. Más fiable: ${checkout}`,
  'email-unknown': (checkout) =>
    `Llama a identify con el correo del cliente después de iniciar sesión. Más fiable: ${checkout}`,
  'shared-email': (checkout) =>
    `El correo corresponde a muchos visitantes, así que no identifica a ninguno. ${checkout}`,
  'first-payment-not-linked': (checkout) =>
    `Estos pagos renuevan suscripciones cuyo primer pago no está vinculado o no se conoce. Para las nuevas: ${checkout}`,
  'not-tried-yet': () => 'Recién registrado. La vinculación se hace en menos de un minuto.',
  'unlinked-by-hand': () =>
    'Un miembro del equipo los desvinculó. Elige «Vincular automáticamente» en sus recibos.',
  'person-erased': () => 'El visitante se eliminó. Sus pagos quedan sin vincular.',
}
