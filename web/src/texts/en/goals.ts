/** Texts of the goals in a site's settings, in English. */
export const goals = {
  empty:
    'No goals reached yet. Add one above or send one as shown below; it appears here within seconds.',
  rules: {
    title: 'Goals without code',
    lead: 'Define a goal by a page, link, download, form or element. Pages, links and downloads also count for the past.',
    add: 'Add goal',
    adding: 'Adding…',
    name: 'Name',
    nameHint: 'Goals with the same name are counted as one.',
    nameExample: 'Order completed',
    when: 'Counts when',
    kinds: {
      page: 'A page is viewed',
      link: 'An outbound link is clicked',
      download: 'A file is downloaded',
      form: 'A form is submitted',
      selector: 'An element is clicked',
    },
    short: {
      page: 'Page view',
      link: 'Outbound link',
      download: 'Download',
      form: 'Form submission',
      selector: 'Element click',
    },
    patterns: {
      page: {
        label: 'Page',
        hint: 'A path. * matches any text: /thanks/*',
        example: '/thanks',
      },
      link: {
        label: 'Link',
        hint: 'A host or an address. * matches any text: calendly.com/team/*',
        example: 'calendly.com',
      },
      download: {
        label: 'File',
        hint: 'A file name or an address. * matches any text: *.pdf',
        example: 'guide.pdf',
      },
      form: {
        label: 'Form ID',
        hint: 'The id attribute of the form. For a form without one, choose “An element is clicked”.',
        example: 'newsletter',
      },
      selector: {
        label: 'CSS selector',
        hint: 'Counts clicks on matching elements. A matching form counts when it is submitted.',
        example: '#buy, .add-to-cart',
      },
    },
    seen: (addresses: string, times: string) =>
      `In the last 30 days: ${addresses} matching ${addresses === '1' ? 'address' : 'addresses'}, counted ${times === '1' ? 'once' : `${times} times`}`,
    pickOn: 'Page to pick on',
    pickHint: 'Opens in a new tab. Your visit to it is not counted.',
    pick: 'Pick element',
    picking: {
      opening: 'Waiting for the page…',
      ready: 'Click the element in the other tab, then choose “Use this element”.',
      silent:
        'The page did not answer. Check that it has the tracking script and that its Content-Security-Policy allows scripts from this server. If you opted this browser out of counting:',
      blocked: 'Your browser blocked the new tab. Allow pop-ups for this page and try again.',
    },
    openCounted: 'Open it anyway',
    matched: (count: number) =>
      count === 1 ? 'Matches 1 element on that page.' : `Matches ${count} elements on that page.`,
    noSelector: 'This is not a valid CSS selector.',
    filling: 'Counting the past…',
    reached: (times: string, visitors: string) =>
      `${times === '1' ? 'Once' : `${times} times`} by ${visitors === '1' ? 'one visitor' : `${visitors} visitors`} in the last 30 days`,
    last: (moment: string) => `last matched ${moment}`,
    never: 'Not matched yet',
    edit: 'Edit',
    editOf: (goal: string) => `Edit ${goal}`,
    editTitle: (goal: string) => `Edit “${goal}”`,
    save: 'Save',
    saving: 'Saving…',
    consequences: {
      'found-found': () =>
        'The past is counted again: all reports will show what the new definition matches.',
      'found-sent': () =>
        'What the old definition counted is removed from all reports. The new one counts from now on.',
      'sent-found': (goal: string) =>
        `The past is counted again by the new definition. What pages have reported so far stays under “${goal}”.`,
      'sent-sent': (goal: string) =>
        `The new definition counts from now on. What was counted so far stays under “${goal}”.`,
      renamed: (goal: string) =>
        `Saved funnels, saved views and share links change to the new name, unless another definition still counts “${goal}”.`,
    },
    remove: 'Delete',
    removing: 'Deleting…',
    removeOf: (goal: string) => `Delete ${goal}`,
    removeTitle: (goal: string) => `Delete “${goal}”?`,
    removeAll: 'What this definition counted is removed from all reports.',
    removeKept: 'It stops counting. What it has counted so far stays in the reports.',
  },
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
