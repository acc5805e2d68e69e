/** The words of the goals in a site's settings. */
export const goals = {
  empty:
    'No goals yet. Goals need no setup: send one as shown below, and it appears here within seconds.',
  lists: {
    pinned: {
      title: 'Pinned',
      lead: 'Shown first in the goals panel, in this order, even at zero. The first three are marked on the chart.',
    },
    listed: { title: 'Listed', lead: 'Shown below pinned goals, sorted by visitors.' },
    hidden: {
      title: 'Hidden',
      lead: 'Hidden from the panel and from share links. They are still counted and available in filters, funnels and the API.',
    },
  },
  reached: (times: string, visitors: string) =>
    `${times === '1' ? 'Once' : `${times} times`} by ${visitors === '1' ? 'one visitor' : `${visitors} visitors`} in the last 30 days`,
  notRecently: 'Not reached in the last 30 days',
  notSeen: 'Not reached in the last year',
  worth: (sum: string) => `total value ${sum}`,
  said: (properties: string) => `with ${properties}`,
  lastSeen: (day: string) => `last on ${day}`,
  onChart: 'Shown on the chart',
  pin: 'Pin',
  pinOf: (goal: string) => `Pin ${goal}`,
  unpin: 'Unpin',
  unpinOf: (goal: string) => `Unpin ${goal}`,
  hide: 'Hide',
  hideOf: (goal: string) => `Hide ${goal}`,
  show: 'Show',
  showOf: (goal: string) => `Show ${goal} again`,
  up: (goal: string) => `Move ${goal} up`,
  down: (goal: string) => `Move ${goal} down`,
  rename: 'Rename',
  renameOf: (goal: string) => `Rename ${goal}`,
  renameTitle: (goal: string) => `Rename “${goal}”`,
  name: 'Display name',
  nameHint:
    'Used in the dashboard. Links, exports and the API use the name that is sent. Leave empty to show that name.',
  send: 'Send a goal',
  sendLead: 'Use any name. A value and properties are optional.',
  fromPage: 'With an HTML attribute: counts clicks, or submissions of a form.',
  fromScript: 'With JavaScript on your page.',
  fromServer: 'From your server, with an API key.',
  toKeys: 'Create an API key',
}
