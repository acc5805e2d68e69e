/** Texts of the install page, in English. */
export const install = {
  title: 'Install the script',
  lead: (site: string) => `Paste this line into the <head> of ${site}.`,
  where: 'Instructions by platform',
  platforms: {
    html: {
      name: 'HTML',
      text: 'Paste the line into the <head> of every page, or of the template that all pages share.',
    },
    next: { name: 'Next.js', text: 'Add it to app/layout.tsx, inside <body>.' },
    react: {
      name: 'React',
      text: 'Paste the line into the <head> of index.html. Route changes are tracked automatically.',
    },
    vue: {
      name: 'Vue',
      text: 'Paste the line into the <head> of index.html; in Nuxt, add it to nuxt.config.ts:',
    },
    wordpress: {
      name: 'WordPress',
      text: 'Add the line to the header with a snippet plugin such as WPCode, or to the child theme’s functions.php:',
    },
    shopify: {
      name: 'Shopify',
      text: 'Online Store → Themes → Edit code → theme.liquid: paste the line before </head>.',
    },
    webflow: {
      name: 'Webflow',
      text: 'Site settings → Custom code → Head code: paste the line, save, then publish.',
    },
    framer: {
      name: 'Framer',
      text: 'Site settings → General → Custom code → Start of <head>: paste the line, then publish.',
    },
    tagManager: {
      name: 'Tag manager',
      text: 'Create a Custom HTML tag that fires on all pages. Tag managers strip unknown attributes, so use this code:',
    },
  },
  waiting: 'Waiting for the first visit',
  waitingHint: (domain: string) =>
    `Open ${domain} in another tab. This page updates automatically.`,
  arrived: 'Visit received',
  arrivedHint: 'The script works.',
  arrivedFrom: (page: string, source: string) => `Page: ${page}. Source: ${source}.`,
  direct: 'direct',
  open: 'Open dashboard',
  trouble: 'Not seeing a visit?',
  troubleList: [
    'Check that the page’s domain is listed in the site’s settings.',
    'Content blockers or Do Not Track may block the script. Try a private window.',
    'Bots and automated browsers are not counted.',
  ],
  troubleMore: 'More causes and solutions',
  payments: 'Connect payments',
  paymentsLead:
    'After a customer has paid, send the payment from your server with an API key. Include the visitor ID from the cookie tributary_visitor_id to credit the payment to the visitor’s source.',
  makeKey: 'Create an API key',
  paymentArrived: 'Payment received',
  testTitle: 'Send a test payment from here',
  testLead:
    'It is recorded like a real payment and credited to the source of the visitor we just saw. No money moves, and you can refund it afterwards.',
  otherVisitor: 'Use another visitor',
  otherVisitorLead:
    'Run this line in the browser’s console on a page of your site, and paste the visitor ID that it prints.',
  connect: 'Receive real payments',
  ownServer: 'Your server (curl)',
  providerLead: (title: string) =>
    `Payments, refunds and renewals arrive from ${title} by webhook, without code on your server.`,
  providerConnected: (title: string) =>
    `${title} is connected. Its next payment appears automatically.`,
  connectTo: (title: string) => `Connect ${title}`,
  providerHelp: (title: string) => `${title} guide`,
  toProviders: 'Payment providers',
  serverKeyName: 'My server',
  keyOnce: 'The key is shown only now. Copy the command before you leave this page.',
  checklist: {
    title: 'Setup',
    progress: (done: number, all: number) => `Setup: ${done} of ${all} steps done`,
    site: 'Create the site',
    visit: 'Receive a visit',
    payment: 'Receive a payment',
    isDone: 'Done',
    isOpen: 'To do',
    done: 'You are done',
    doneLead: 'Visits and payments arrive. The dashboard shows which sources bring revenue.',
    goals: 'Add goals',
    team: 'Invite your team',
    close: 'Close and open the dashboard',
  },
  visitorId: 'Visitor ID',
  visitorIdHint:
    'Without it, the payment can only be linked by time, if exactly one visit matches.',
  test: (amount: string) => `Send test payment of ${amount}`,
  testing: 'Sending…',
  testKeyName: 'Test payment',
  linkedSomewhere: 'The payment is linked to the visitor.',
  notLinked:
    'The payment was received, but no visitor was found. Enter a visitor ID and send another one.',
  receipt: 'View receipt',
  refundTest: 'Refund test payment',
  testRefunded: 'Refunded in full, so it no longer counts as revenue. The test key is revoked.',
}
