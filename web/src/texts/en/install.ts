/** The words of the first run, in English. */
export const install = {
  title: 'Install the script',
  lead: (site: string) => `Put this one line into the <head> of ${site}.`,
  where: 'Where the line goes, by platform',
  platforms: {
    html: {
      name: 'HTML',
      text: 'Paste it into the <head> of every page, or of the template all pages share.',
    },
    next: { name: 'Next.js', text: 'Put it into app/layout.tsx, inside <body>.' },
    react: {
      name: 'React',
      text: 'Paste the line into the <head> of index.html. Route changes are noticed by themselves.',
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
      text: 'A tag of the type Custom HTML, fired on all pages. Tag managers strip unknown attributes, so use this form:',
    },
  },
  waiting: 'Waiting for the first visit',
  waitingHint: (domain: string) => `Open ${domain} in another tab. This page notices by itself.`,
  arrived: 'The first visit is here',
  arrivedHint: 'Everything works. Now connect payments to see what pays.',
  arrivedFrom: (page: string, source: string) => `On ${page}, from ${source}.`,
  direct: 'a direct visit',
  open: 'Open the dashboard',
  notYet: 'Look at the dashboard anyway',
  trouble: 'Not seeing a visit?',
  troubleList: [
    'The page’s domain must be one of the site’s domains in its settings.',
    'Content blockers and the browser’s Do Not Track can hold the script back: try a private window.',
    'Bots and automated browsers are left out on purpose.',
  ],
  troubleMore: 'More causes, and what to do',
  payments: 'Connect payments',
  paymentsLead:
    'When a customer has paid, your server says so with an API key. The visitor’s id is in the cookie tributary_visitor_id; with it, the payment is credited to what brought that visitor.',
  makeKey: 'Create an API key',
  paymentWaiting: 'Waiting for the first payment',
  paymentArrived: 'The first payment is here',
  testTitle: 'Prove it with a test payment',
  testLead:
    'Send a test payment from here. Run the line below in the console of your site, in the tab that made the first visit, and paste what it prints.',
  visitorId: 'Visitor id',
  visitorIdHint:
    'Without one, only the time can link the payment, and that is left alone when unsure.',
  test: (amount: string) => `Send a test payment of ${amount}`,
  testing: 'Sending …',
  testKeyName: 'Test payment',
  linkedSomewhere: 'It is linked to the visitor.',
  notLinked:
    'It arrived, but no visitor could be found for it. Paste the visitor’s id and send another.',
  receipt: 'See its receipt',
  takeBack: 'Take it back',
  takenBack: 'Refunded in full: it no longer counts as revenue. The test key is revoked.',
}
