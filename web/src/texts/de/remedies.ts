/** What would link payments, in German, by the server's codes. */
export const checkouts: Readonly<Record<string, string>> = {
  stripe:
    'Setze metadata.tributary_visitor_id und metadata.tributary_session_id, wenn du die Checkout Session oder den PaymentIntent anlegst (bei Abos auch in subscription_data.metadata).',
  lemonsqueezy:
    'Hänge checkout[custom][tributary_visitor_id] und checkout[custom][tributary_session_id] an den Link zur Kasse.',
  polar: 'Setze metadata.tributary_visitor_id und metadata.tributary_session_id am Checkout.',
  paddle:
    'Setze customData.tributary_visitor_id und customData.tributary_session_id in Paddle.Checkout.open.',
  shopify:
    'Setze vor der Kasse die Warenkorb-Attribute tributary_visitor_id und tributary_session_id (/cart/update.js).',
  dodo: 'Setze metadata.tributary_visitor_id und metadata.tributary_session_id an der Checkout-Sitzung.',
  dodopayments:
    'Setze metadata.tributary_visitor_id und metadata.tributary_session_id an der Checkout-Sitzung.',
  creem: 'Setze metadata.tributary_visitor_id und metadata.tributary_session_id am Checkout.',
  woocommerce:
    'Sichere in woocommerce_checkout_create_order die Bestell-Metadaten tributary_visitor_id und tributary_session_id.',
  gumroad: 'Hänge ?visitorId= und &sessionId= an den Link zum Produkt.',
  paypal: 'Setze custom_id der Purchase Unit (oder des Abos) auf "visitorId:sessionId".',
}

export const anyCheckout =
  'Sende visitorId und sessionId (Cookies tributary_visitor_id und tributary_session_id) mit der Zahlung.'

export const remedies: Readonly<Record<string, (checkout: string) => string>> = {
  'no-ids': (checkout) => checkout,
  'ambiguous-time': (checkout) => checkout,
  'id-not-seen': () =>
    'Die genannte Besucher-Id wurde auf dieser Website nie gesehen: Prüfe, dass die Kasse das Cookie der gemessenen Domain liest und dass das Skript auf der Seite davor läuft.',
  'identification-off': (checkout) =>
    `Schalte in den Einstellungen die Erkennung von Nutzern ein, oder besser: ${checkout}`,
  'email-unknown': (checkout) =>
    `Rufe nach der Anmeldung identify mit der E-Mail-Adresse des Kunden auf, oder besser: ${checkout}`,
  'shared-email': (checkout) =>
    `Die Adresse gehört vielen Besuchern und sagt deshalb nichts. ${checkout}`,
  'first-payment-not-linked': (checkout) =>
    `Diese verlängern Abos, deren erste Zahlung nicht zugeordnet oder nicht bekannt ist. Für neue: ${checkout}`,
  'not-tried-yet': () => 'Eben erst aufgezeichnet; die Zuordnung folgt binnen einer Minute.',
  'unlinked-by-hand': () =>
    'Jemand hat diese Zuordnung gelöst. Lass sie auf ihren Belegen wieder automatisch zuordnen.',
  'person-erased': () =>
    'Der Besucher wurde gelöscht; seine Zahlungen bleiben für immer ohne Person.',
}
