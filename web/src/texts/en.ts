import { costs } from './en/costs.ts'
import { overview } from './en/overview.ts'
import { payments } from './en/payments.ts'
import { report } from './en/report.ts'
import { sections } from './en/sections.ts'

/** The dashboard's texts in English. Components never contain texts of their own. */
export const en = {
  product: 'Tributary',
  title: (page: string) => `${page} · Tributary`,
  skipToContent: 'Skip to content',
  close: 'Close',
  cancel: 'Cancel',
  copy: 'Copy',
  copied: 'Copied',
  copyFailed: 'Your browser blocked copying. Select the text and copy it yourself.',
  save: 'Save changes',
  saving: 'Saving…',
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
    search: 'Search',
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
    settingsWord: 'Settings',
    settings: 'Site settings',
    install: 'Install the script',
    dashboard: 'Dashboard',
    language: 'Language',
  },

  explore: {
    label: 'Explore',
    pages: {
      realtime: { name: 'Realtime', lead: 'Who is on your site right now, and what they do.' },
      funnels: { name: 'Funnels', lead: 'See where people drop off between steps.' },
      visitors: { name: 'Visitors', lead: 'Every visitor, with their visits, goals and payments.' },
      spend: { name: 'Ad spend', lead: 'What your ads cost, and the revenue they bring.' },
      subscriptions: {
        name: 'Subscriptions',
        lead: 'Monthly recurring revenue, churn and trials, by where customers come from.',
      },
      journeys: {
        name: 'Journeys',
        lead: 'Where people go after a page or a goal, and what leads them there.',
      },
      cohorts: {
        name: 'Cohorts',
        lead: 'How many visitors return and how much they spend, by first visit or source.',
      },
      attribution: {
        name: 'Attribution',
        lead: 'How each model credits revenue, and the paths to a first payment.',
      },
      notes: { name: 'Notes', lead: 'Launches, price changes and outages, marked on the chart.' },
    },
  },

  failure: {
    title: 'This could not be loaded',
    notConfirmed: 'Nothing was changed because you did not confirm your identity.',
    offline:
      'The server does not respond. Check your connection and that Tributary is running, then try again.',
    server: (requestId: string | undefined) =>
      requestId
        ? `Something went wrong on the server. Find the cause in its log under request ID ${requestId}.`
        : 'Something went wrong on the server. Find the cause in its log.',
    unavailable: 'The server is busy or starting up. Try again in a moment.',
    proxy: (status: number) =>
      `Another server answered instead of Tributary (status ${status}), such as a proxy or the sign-in page of your network. Reload the page to see what it asks for.`,
    rateLimited: (seconds: number | undefined) =>
      seconds
        ? `Too many requests. Try again in ${seconds} seconds.`
        : 'Too many requests. Try again in a minute.',
    page: 'Something went wrong on this page',
    pageHint: 'Reload the page to try again. Your data is not affected.',
    updated: 'Tributary was updated',
    updatedHint: 'Reload the page to continue with the new version.',
    reload: 'Reload',
    missing: 'Not found',
    missingHint:
      'It may have been deleted, the address may be wrong, or you may not have access to it.',
    notFound: 'Page not found',
    notFoundHint:
      'The address may be wrong, the site may have been deleted, or you may not have access to it.',
    toSites: 'Go to your sites',
  },
  slow: 'This is taking longer than usual. Long periods with many events can need a few seconds.',

  signIn: {
    title: 'Sign in',
    lead: 'See which traffic brings revenue.',
    email: 'E-mail',
    password: 'Password',
    submit: 'Sign in',
    busy: 'Signing in…',
    code: 'Authentication code',
    codeHint: 'From your authenticator app, or a recovery code.',
    ended: 'You were signed out. Sign in to continue where you left off.',
  },

  setUp: {
    title: 'Set up Tributary',
    lead: 'It takes two minutes: create your account and your first site, then add one line of HTML.',
    account: 'Your account',
    site: 'Your first site',
    password: 'Password',
    passwordHint: 'At least 8 characters.',
    passwordShort: 'The password needs at least 8 characters.',
    submit: 'Create account and site',
    busy: 'Creating…',
    needed:
      'There is no account yet. Open the one-time setup link that Tributary printed when it started.',
    noToken: 'Open the one-time setup link',
    noTokenHint:
      'Tributary prints it when it starts for the first time. If you already have an account, sign in.',
  },

  siteForm: {
    domain: 'Domain',
    domainHint: 'Without https://. Subdomains are included.',
    domainPlaceholder: 'example.com',
    domainBad: 'Enter a domain such as example.com.',
    name: 'Name',
    timezone: 'Time zone',
    timezoneHint: 'Days in reports begin at midnight in this time zone.',
    currency: 'Currency',
    currencyHint: 'Reports show revenue in this currency.',
    create: 'Create site',
    creating: 'Creating…',
  },

  sites: {
    title: 'Sites',
    add: 'Add a site',
    newTitle: 'Add a site',
    newLead: 'A site is one website with all its subdomains.',
    empty: 'No sites yet',
    emptyHint: 'Add your first site to get its script.',
  },

  payments,
  ...report,
  overview,
  costs,
  sections,
}
