/** What would link payments, in Spanish, by the server's codes. */
export const checkouts: Readonly<Record<string, string>> = {
  stripe:
    'Pon metadata.tributary_visitor_id y metadata.tributary_session_id al crear la Checkout Session o el PaymentIntent (en suscripciones, también en subscription_data.metadata).',
  lemonsqueezy:
    'Añade checkout[custom][tributary_visitor_id] y checkout[custom][tributary_session_id] al enlace de pago.',
  polar: 'Pon metadata.tributary_visitor_id y metadata.tributary_session_id en el checkout.',
  paddle:
    'Pon customData.tributary_visitor_id y customData.tributary_session_id en Paddle.Checkout.open.',
  shopify:
    'Pon los atributos del carrito tributary_visitor_id y tributary_session_id antes del pago (/cart/update.js).',
  dodo: 'Pon metadata.tributary_visitor_id y metadata.tributary_session_id en la sesión de pago.',
  dodopayments:
    'Pon metadata.tributary_visitor_id y metadata.tributary_session_id en la sesión de pago.',
  creem: 'Pon metadata.tributary_visitor_id y metadata.tributary_session_id en el checkout.',
  woocommerce:
    'Guarda los metadatos del pedido tributary_visitor_id y tributary_session_id en woocommerce_checkout_create_order.',
  gumroad: 'Añade ?visitorId= y &sessionId= al enlace del producto.',
  paypal: 'Pon custom_id de la unidad de compra (o de la suscripción) a "visitorId:sessionId".',
}

export const anyCheckout =
  'Envía visitorId y sessionId (cookies tributary_visitor_id y tributary_session_id) con el pago.'

export const remedies: Readonly<Record<string, (checkout: string) => string>> = {
  'no-ids': (checkout) => checkout,
  'ambiguous-time': (checkout) => checkout,
  'id-not-seen': () =>
    'El id de visitante indicado nunca se vio en este sitio: comprueba que el pago lee la cookie del dominio medido y que el script funciona en la página anterior.',
  'identification-off': (checkout) =>
    `Activa la identificación de usuarios en los ajustes del sitio, o mejor: ${checkout}`,
  'email-unknown': (checkout) =>
    `Llama a identify con el correo del cliente tras iniciar sesión, o mejor: ${checkout}`,
  'shared-email': (checkout) =>
    `La dirección es de muchos visitantes, así que no dice nada. ${checkout}`,
  'first-payment-not-linked': (checkout) =>
    `Renuevan suscripciones cuyo primer pago no está vinculado o no se conoce. Para las nuevas: ${checkout}`,
  'not-tried-yet': () => 'Recién registrado; la vinculación sigue en menos de un minuto.',
  'unlinked-by-hand': () =>
    'Alguien los desvinculó. Deja que se vinculen otra vez automáticamente en sus recibos.',
  'person-erased': () => 'El visitante fue borrado; sus pagos se quedan sin persona para siempre.',
}
