/** How to link payments, in German, by the server's codes. */
export const checkouts: Readonly<Record<string, string>> = {
  stripe:
    'Setze metadata.tributary_visitor_id und metadata.tributary_session_id, wenn du die Checkout Session oder den PaymentIntent erstellst (bei Abos auch in subscription_data.metadata).',
  lemonsqueezy:
    'Füge checkout[custom][tributary_visitor_id] und checkout[custom][tributary_session_id] zum Checkout-Link hinzu.',
  polar: 'Setze metadata.tributary_visitor_id und metadata.tributary_session_id im Checkout.',
  paddle:
    'Setze customData.tributary_visitor_id und customData.tributary_session_id in Paddle.Checkout.open.',
  shopify:
    'Setze vor dem Checkout die Warenkorbattribute tributary_visitor_id und tributary_session_id (/cart/update.js).',
  dodo: 'Setze metadata.tributary_visitor_id und metadata.tributary_session_id in der Checkout-Session.',
  dodopayments:
    'Setze metadata.tributary_visitor_id und metadata.tributary_session_id in der Checkout-Session.',
  creem: 'Setze metadata.tributary_visitor_id und metadata.tributary_session_id im Checkout.',
  woocommerce:
    'Speichere in woocommerce_checkout_create_order die Bestell-Metadaten tributary_visitor_id und tributary_session_id.',
  gumroad: 'Füge ?visitorId= und &sessionId= zum Produktlink hinzu.',
  paypal: 'Setze custom_id der Purchase Unit (oder des Abos) auf "visitorId:sessionId".',
  revenuecat:
    'Setze vor dem Kauf die Subscriber-Attribute tributary_visitor_id und tributary_session_id (Purchases.setAttributes).',
  chargebee:
    'Setze meta_data.tributary_visitor_id und meta_data.tributary_session_id am Abo (oder die Custom Fields cf_tributary_visitor_id und cf_tributary_session_id).',
  paystack:
    'Setze metadata.tributary_visitor_id und metadata.tributary_session_id, wenn du die Transaktion initialisierst.',
  razorpay:
    'Setze notes.tributary_visitor_id und notes.tributary_session_id an der Bestellung oder dem Zahlungslink (bei Abos am Abo).',
  whop: 'Setze metadata.tributary_visitor_id und metadata.tributary_session_id in der Checkout-Konfiguration.',
  mollie:
    'Setze metadata.tributary_visitor_id und metadata.tributary_session_id an der Zahlung (bei Abos auch am Abo).',
}

export const anyCheckout =
  'Sende visitorId und sessionId (Cookies tributary_visitor_id und tributary_session_id) mit der Zahlung.'

export const remedies: Readonly<Record<string, (checkout: string) => string>> = {
  'no-ids': (checkout) => checkout,
  'ambiguous-time': (checkout) => checkout,
  'id-not-seen': () =>
    'Die gesendete Besucher-ID ist auf dieser Website nicht bekannt. Prüfe, ob der Checkout das Cookie der getrackten Domain liest und ob das Skript auf der Seite davor läuft.',
  'identification-off': (checkout) =>
    `Aktiviere die Identifizierung von Nutzern in den Website-Einstellungen. Zuverlässiger: ${checkout}`,
  'email-unknown': (checkout) =>
    `Rufe nach der Anmeldung identify mit der E-Mail-Adresse des Kunden auf. Zuverlässiger: ${checkout}`,
  'shared-email': (checkout) =>
    `Die Adresse gehört zu vielen Besuchern und ist daher nicht eindeutig. ${checkout}`,
  'first-payment-not-linked': (checkout) =>
    `Diese Zahlungen verlängern Abos, deren erste Zahlung nicht verknüpft oder nicht bekannt ist. Für neue Abos: ${checkout}`,
  'not-tried-yet': () => 'Gerade erfasst. Die Verknüpfung folgt innerhalb einer Minute.',
  'unlinked-by-hand': () =>
    'Ein Teammitglied hat die Verknüpfung aufgehoben. Wähle auf dem Beleg „Automatisch verknüpfen“.',
  'person-erased': () => 'Der Besucher wurde gelöscht. Seine Zahlungen bleiben ohne Verknüpfung.',
}
