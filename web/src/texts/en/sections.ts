/** The sub-pages of a site's settings: the name in the list next to them, and a line about its purpose. */
export const sections = {
  general: { title: 'General', lead: 'How this site is counted and shown.' },
  keys: {
    title: 'API keys',
    lead: 'Your server’s password for this site. A key is shown once, when it is made.',
  },
  providers: {
    title: 'Payment providers',
    lead: 'Your payment provider sends payments by webhook. Without one, your server can send them with an API key.',
  },
  goals: {
    title: 'Goals',
    lead: 'What visitors do that matters: which goals came in, and which the site page shows.',
  },
  exports: {
    title: 'Exports and imports',
    lead: 'Take everything with you, and bring what other tools counted.',
  },
  team: { title: 'Team', lead: 'Who may see this site, and what they may change.' },
  sharing: {
    title: 'Share links',
    lead: 'Figures of this site for people without an account: for everybody, or with a password.',
  },
  audit: {
    title: 'Audit log',
    lead: 'What people, keys and commands changed.',
  },
  danger: {
    title: 'Danger zone',
    lead: 'What cannot be undone.',
  },
  alerts: {
    title: 'Reports and alerts',
    lead: 'E-mails and alerts about this site, and who gets them.',
  },
}
