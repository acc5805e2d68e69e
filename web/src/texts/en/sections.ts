/** The sub-pages of a site's settings: the name in the list next to them, and a line about its purpose. */
export const sections = {
  general: {
    title: 'General',
    lead: 'Name, domains, time zone, currency, privacy and data retention of this site.',
  },
  keys: {
    title: 'API keys',
    lead: 'Let your server send data and read reports. A key is shown only once.',
  },
  providers: {
    title: 'Payment providers',
    lead: 'Connect a provider to receive payments by webhook. Or send payments from your server with an API key.',
  },
  goals: {
    title: 'Goals',
    lead: 'Define goals, and choose which the dashboard shows.',
  },
  exports: {
    title: 'Exports and imports',
    lead: 'Download your data, or import data from another tool.',
  },
  team: { title: 'Team', lead: 'Who has access to this site, and what they can change.' },
  sharing: {
    title: 'Share links',
    lead: 'Share this site’s reports with people who have no account, with or without a password.',
  },
  audit: {
    title: 'Audit log',
    lead: 'Changes made by people, API keys and the command line.',
  },
  danger: {
    title: 'Danger zone',
    lead: 'Actions that cannot be undone.',
  },
  alerts: {
    title: 'Reports and alerts',
    lead: 'E-mail reports and alerts about this site.',
  },
}
