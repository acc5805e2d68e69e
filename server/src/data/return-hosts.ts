/**
 * Checkout pages and logins that a visitor is sent to in the middle of a visit and returns from. They are never the
 * real source. Our own list; the notation is source-list.ts's. Whole companies (stripe.com, apple.com, amazon.com)
 * are left out on purpose: their other pages do send real visitors.
 */
export const returnHosts = {
  version: '2026-11-20',
  payment: [
    'checkout.stripe.com buy.stripe.com pay.stripe.com billing.stripe.com invoice.stripe.com',
    'hooks.stripe.com payments.stripe.com js.stripe.com m.stripe.network link.com',
    '*.lemonsqueezy.com',
    'polar.sh buy.polar.sh sandbox.polar.sh checkout.polar.sh',
    'buy.paddle.com checkout.paddle.com sandbox-buy.paddle.com sandbox-checkout.paddle.com',
    'customer-portal.paddle.com sandbox-customer-portal.paddle.com pay.paddle.io',
    'checkout.dodopayments.com test.checkout.dodopayments.com customer.dodopayments.com',
    'creem.io checkout.creem.io test.creem.io',
    'checkout.shopify.com pay.shopify.com shop.app accounts.shopify.com',
    '*.klarna.com *.afterpay.com *.clearpay.co.uk *.affirm.com *.mollie.com *.adyen.com',
    '*.razorpay.com rzp.io *.checkout.com *.worldpay.com *.payu.com *.payu.in *.paytm.in',
    'squareup.com checkout.square.site square.link payments.amazon.com pay.google.com',
    'pay.amazon.com apple-pay-gateway.apple.com appleid.cdn-apple.com',
    'checkout.paystack.com checkout.flutterwave.com www.mercadopago.com *.mercadopago.com.br',
    '*.braintreegateway.com secure.2checkout.com secure.authorize.net *.authorize.net',
    '*.cardinalcommerce.com *.arcot.com *.3dsecure.io acs.sia.eu *.securesuite.co.uk',
    '*.ideal.nl *.sofort.com *.giropay.de *.trustly.com *.twint.ch *.przelewy24.pl',
    '*.alipay.com *.gocardless.com pay.gocardless.com *.fastspring.com *.chargebee.com',
    '*.recurly.com *.thrivecart.com pay.whop.com *.opayo.eu.elavon.com *.sagepay.com',
  ],
  login: [
    'appleid.apple.com login.microsoftonline.com login.live.com login.microsoft.com',
    '*.b2clogin.com *.ciamlogin.com *.auth0.com *.okta.com *.oktapreview.com *.onelogin.com',
    '*.amazoncognito.com *.accounts.dev *.workos.com *.duosecurity.com *.pingone.com',
    'login.yahoo.com login.salesforce.com id.atlassian.com login.xero.com id.twitch.tv',
    'oauth.telegram.org steamcommunity.com oauth.vk.com id.vk.com',
  ],
  /**
   * These handle payments or logins and send real visitors too. Without a visit to continue they are a referral only
   * if the referrer has a path.
   */
  alsoRefer: ['.gumroad.com paypal.com sandbox.paypal.com github.com accounts.google.com'],
} as const

/**
 * Parameters that checkouts add to the success page's address. Such an address is a return, whatever else it
 * contains: Stripe's payment links pass the campaign of the first visit on to the success page.
 */
export const returnMarks = {
  version: '2026-11-20',
  /** Names with the required beginning of their value; '' is any value. */
  parameters: {
    session_id: 'cs_',
    checkout_session_id: 'cs_',
    checkout_id: '',
    _ptxn: '',
    payment_intent: '',
  },
  /** Names that mark a return only together. */
  pairs: [['subscription_id', 'status']],
} as const
