import { entryOf } from '../entry-of.ts'
import type { UnlinkedCause } from './linking/unlinked-cause.ts'

/** How a checkout passes the two ids, for each provider. */
const checkouts: Readonly<Record<string, string>> = {
  stripe:
    'Set metadata.tributary_visitor_id and metadata.tributary_session_id when you create the Checkout Session or PaymentIntent (for subscriptions also in subscription_data.metadata).',
  lemonsqueezy:
    'Add checkout[custom][tributary_visitor_id] and checkout[custom][tributary_session_id] to the checkout link.',
  polar: 'Set metadata.tributary_visitor_id and metadata.tributary_session_id on the checkout.',
  paddle:
    'Set customData.tributary_visitor_id and customData.tributary_session_id in Paddle.Checkout.open.',
  shopify:
    'Set the cart attributes tributary_visitor_id and tributary_session_id before the checkout (/cart/update.js).',
  dodo: 'Set metadata.tributary_visitor_id and metadata.tributary_session_id on the checkout session.',
  dodopayments:
    'Set metadata.tributary_visitor_id and metadata.tributary_session_id on the checkout session.',
  creem: 'Set metadata.tributary_visitor_id and metadata.tributary_session_id on the checkout.',
  woocommerce:
    'Save the order meta tributary_visitor_id and tributary_session_id in woocommerce_checkout_create_order.',
  gumroad: 'Add ?visitorId= and &sessionId= to the link to the product.',
  paypal: 'Set custom_id of the purchase unit (or subscription) to "visitorId:sessionId".',
  revenuecat:
    'Set the subscriber attributes tributary_visitor_id and tributary_session_id (Purchases.setAttributes) before the purchase.',
  chargebee:
    'Set meta_data.tributary_visitor_id and meta_data.tributary_session_id on the subscription (or the custom fields cf_tributary_visitor_id and cf_tributary_session_id).',
  paystack:
    'Set metadata.tributary_visitor_id and metadata.tributary_session_id when you initialize the transaction.',
  razorpay:
    'Set notes.tributary_visitor_id and notes.tributary_session_id on the order or payment link (for subscriptions on the subscription).',
  whop: 'Set metadata.tributary_visitor_id and metadata.tributary_session_id on the checkout configuration.',
  mollie:
    'Set metadata.tributary_visitor_id and metadata.tributary_session_id on the payment (for subscriptions also on the subscription).',
}

const anyCheckout =
  'Send visitorId and sessionId (cookies tributary_visitor_id and tributary_session_id) with the payment.'

/** One line on how a provider's payments could be linked, for the cause that they are not. */
export function remedyFor(cause: UnlinkedCause, provider: string): string {
  const checkout = entryOf(checkouts, provider) ?? anyCheckout
  switch (cause) {
    case 'no-ids':
    case 'ambiguous-time':
      return checkout
    case 'id-not-seen':
      return 'The visitor ID was never seen on this site. Check that the checkout reads the cookie of the tracked domain, and that the script runs on the page before it.'
    case 'identification-off':
      return `Turn on user identification in the site's settings. More reliable: ${checkout}`
    case 'email-unknown':
      return `Call identify with the customer's e-mail address after sign-in. More reliable: ${checkout}`
    case 'shared-email':
      return `The address belongs to many visitors, so it identifies none of them. ${checkout}`
    case 'first-payment-not-linked':
      return `These payments renew subscriptions whose first payment is not linked or not known. For new subscriptions: ${checkout}`
    case 'not-tried-yet':
      return 'Just recorded. They are linked within a minute.'
    case 'unlinked-by-hand':
      return 'A member of the team unlinked these. Choose “Link automatically” on their receipts.'
    case 'person-erased':
      return 'The visitor was erased. Their payments stay unlinked.'
  }
}
