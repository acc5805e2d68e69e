import { install } from './en/install.ts'
import { overview } from './en/overview.ts'
import { paymentList, receipt } from './en/payment-list.ts'
import { payments } from './en/payments.ts'
import { report } from './en/report.ts'
import { sections } from './en/sections.ts'

/** Everything the dashboard says, in English. Parts never hold words of their own. */
export const en = {
  product: 'Tributary',
  title: (page: string) => `${page} · Tributary`,
  skipToContent: 'Skip to content',
  close: 'Close',
  cancel: 'Cancel',
  copy: 'Copy',
  copied: 'Copied',
  copyFailed: 'Copying is blocked by the browser. Select the text and copy it by hand.',
  save: 'Save changes',
  saving: 'Saving …',
  saved: 'Saved',
  retry: 'Try again',
  loading: 'Loading',
  optional: 'optional',

  menu: {
    account: 'Account and theme',
    theme: 'Theme',
    system: 'System',
    light: 'Light',
    dark: 'Dark',
    find: 'Go to any page',
    shortCuts: 'Keyboard shortcuts',
    help: 'Help',
    yourAccount: 'Your account',
    people: 'People',
    signOut: 'Sign out',
    signedInAs: (email: string) => `Signed in as ${email}`,
    sites: 'All sites',
    switchSite: 'Switch site',
    newSite: 'Add a site',
    settings: 'Site settings',
    install: 'Install the script',
    dashboard: 'Dashboard',
    language: 'Language',
  },

  explore: {
    label: 'Explore',
    pages: {
      realtime: { name: 'Realtime', lead: 'Who is there now, and what just happened.' },
      funnels: { name: 'Funnels', lead: 'See where people drop off between steps.' },
      visitors: { name: 'Visitors', lead: 'Who was there, and the story of each of them.' },
      spend: { name: 'Ad spend', lead: 'What ads cost, and what they bring.' },
      journeys: {
        name: 'Journeys',
        lead: 'Where people go from a page or a goal, and how they come to it.',
      },
      cohorts: {
        name: 'Cohorts',
        lead: 'Who comes back, and what they become worth, by when and from where they first came.',
      },
      attribution: {
        name: 'Attribution',
        lead: 'What each model credits, and the ways to a first payment.',
      },
      notes: { name: 'Notes', lead: 'Launches, new prices, outages: what the chart marks.' },
    },
  },

  failure: {
    title: 'This could not be loaded',
    notConfirmed: 'Nothing was changed, because you did not confirm that it is you.',
    offline:
      'The server does not answer. Check your connection, or that Tributary is running, then try again.',
    server: (requestId: string | undefined) =>
      requestId
        ? `The server had a problem. Its log explains it under the request id ${requestId}.`
        : 'The server had a problem. Its log explains it.',
    unavailable: 'The server is busy or starting up. It will answer again in a moment.',
    rateLimited: (seconds: number | undefined) =>
      seconds ? `Too many requests. Try again in ${seconds} seconds.` : 'Too many requests.',
    page: 'Something went wrong on this page',
    pageHint: 'Loading the page again usually mends it. Nothing that was collected is affected.',
    notFound: 'There is nothing here',
    notFoundHint: 'The address is wrong, or the site was removed, or it belongs to someone else.',
    toSites: 'Go to your sites',
  },
  slow: 'This is taking longer than usual. A wide range with many events can need a few seconds.',

  signIn: {
    title: 'Sign in',
    lead: 'See which traffic pays.',
    email: 'E-mail',
    password: 'Password',
    submit: 'Sign in',
    busy: 'Signing in …',
    code: 'Code of your authenticator',
    codeHint: 'Or one of your recovery codes.',
    ended: 'You were signed out. Sign in to continue where you left off.',
  },

  setUp: {
    title: 'Set up Tributary',
    lead: 'Two minutes: your account, your first site, then one line of HTML.',
    account: 'Your account',
    site: 'Your first site',
    password: 'Password',
    passwordHint: 'At least 8 characters.',
    passwordShort: 'The password needs at least 8 characters.',
    submit: 'Create account and site',
    busy: 'Creating …',
    needed:
      'There is no account yet. Open the one-time set-up link that Tributary printed when it started.',
    noToken: 'This page needs the one-time link',
    noTokenHint:
      'Tributary prints a set-up link when it starts for the first time. Open that link. If an account exists already, sign in.',
  },

  siteForm: {
    domain: 'Domain',
    domainHint: 'Where visitors see it, without https://. Subdomains are included.',
    domainPlaceholder: 'example.com',
    domainBad: 'Write a domain such as example.com.',
    name: 'Name',
    timezone: 'Time zone',
    timezoneHint: 'Days in reports begin at midnight here.',
    currency: 'Currency',
    currencyHint: 'Reports add money up in this currency.',
    create: 'Create site',
    creating: 'Creating …',
  },

  sites: {
    title: 'Sites',
    add: 'Add a site',
    newTitle: 'Add a site',
    newLead: 'A site is one website with all its subdomains.',
    empty: 'No sites yet',
    emptyHint: 'Add your first site to get its script tag.',
    visitors7: 'visitors in 7 days',
    revenue7: 'revenue in 7 days',
    figuresFailed: 'Figures could not be loaded',
  },

  install,
  payments,
  paymentList,
  receipt,
  ...report,
  overview,
  sections,
}
