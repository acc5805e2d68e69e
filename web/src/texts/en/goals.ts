/** The words of the goals in a site's settings. */
export const goals = {
  empty:
    'No goal has come in yet. A goal needs no set-up: send one as shown below, and it appears here within seconds.',
  lists: {
    pinned: {
      title: 'Pinned',
      lead: 'Listed first in the goals panel, in this order, even at zero. The first three are marked on the chart.',
    },
    listed: { title: 'Listed', lead: 'Below them in the panel, the most visitors first.' },
    hidden: {
      title: 'Hidden',
      lead: 'Hidden from the panel and from share links. They are still counted and available in filters, funnels and the API.',
    },
  },
  reached: (times: string, visitors: string) =>
    `${times === '1' ? 'Once' : `${times} times`} by ${visitors === '1' ? 'one visitor' : `${visitors} visitors`} in 30 days`,
  notRecently: 'Not reached in 30 days',
  notSeen: 'Not reached within a year',
  worth: (sum: string) => `values add up to ${sum}`,
  said: (properties: string) => `with ${properties}`,
  lastSeen: (day: string) => `last on ${day}`,
  onChart: 'On the chart',
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
  renameTitle: (goal: string) => `Another name for “${goal}”`,
  name: 'Shown as',
  nameHint:
    'Wherever people read of it. Addresses, exports and the API go by the name that the goal is sent by. Leave it empty to show that.',
  send: 'Send a goal',
  sendLead: 'Any name will do. A value and properties may come along.',
  fromPage: 'By an attribute: reached by a click, on a form by sending it.',
  fromScript: 'By your page’s own script.',
  fromServer: 'By your server, with an API key.',
  toKeys: 'Make a key',
}
