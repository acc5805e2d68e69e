/** More words of the pages below "Explore", in English. */
export const journeys = {
  start: 'Starting point',
  direction: 'Direction',
  after: 'Next steps',
  before: 'What came before',
  depth: 'How far',
  steps: (count: number): string => (count === 1 ? '1 step' : `${count} steps`),
  show: 'Show',
  next: 'Where they go',
  previous: 'Where they come from',
  empty: 'No visit came by here in this range',
  emptyHint: 'Choose another place, a wider range, or remove a filter.',
  places: 'Places on the way',
  others: 'Other places',
  ended: (count: string) => `${count} end here`,
  walk: (place: string) => `Begin from ${place}`,
  table: 'The journeys as a table',
  stepHead: 'Step',
  fromHead: 'From',
  toHead: 'To',
  visits: 'Visits',
  share: 'Of all here',
}

export const cohorts = {
  figure: 'Show',
  figures: {
    retention: 'Who comes back',
    revenue: 'Revenue by period',
    lifetimeValue: 'Revenue per visitor so far',
  },
  hints: {
    retention: 'The share of those who first came then and visited again in each period since.',
    revenue: 'What they paid in each period, less refunds. The colour is revenue per visitor.',
    lifetimeValue: 'What they paid up to each period, less refunds, divided by all of them.',
  },
  by: 'Rows',
  byTime: { week: 'Week of the first visit', month: 'Month of the first visit' },
  byFirst: (dimension: string) => `First ${dimension.toLowerCase()}`,
  interval: 'Columns',
  weeks: 'Weeks',
  months: 'Months',
  period: {
    week: (number: number): string =>
      number === 0 ? 'The week of the first visit' : `Week ${number} after the first visit`,
    month: (number: number): string =>
      number === 0 ? 'The month of the first visit' : `Month ${number} after the first visit`,
  },
  axis: {
    week: 'Weeks after the first visit',
    month: 'Months after the first visit',
  },
  visitors: 'Visitors',
  all: 'All together',
  cell: (active: string, revenue: string, isOpen: boolean) =>
    `${active} there, ${revenue} revenue${isOpen ? '; still going on' : ''}`,
  table: 'Cohorts as a table',
  empty: 'No new visitors in this range',
  curves: 'Lifetime value per visitor',
  curvesHint:
    'Payments less refunds up to each period, divided by all visitors who have come so far. The table above has the same numbers.',
  curvesLabel: 'Revenue per visitor over time. Use the arrow keys to read single values.',
}

export const attribution = {
  models: 'What each model credits',
  modelsTable: 'Models side by side',
  points: (value: string) => `${value} pts`,
  modelsHint: (first: string) =>
    `The same revenue in every column. Percentages are the share of it; points (pts) how far that share is from “${first}”.`,
  fallback: (used: string) => `too little data: as ${used}`,
  by: 'Credit to',
  noRevenue: 'No revenue in this range',
  noConversions: 'No first payments in this range',
  paths: 'Conversion paths',
  pathsTable: 'The most frequent ways',
  way: 'Way',
  customers: 'Customers',
  revenue: 'Revenue',
  howLong: 'How long it took',
  days: 'Days from the first visit',
  medianDays: (days: string) => `Days from the first visit; median ${days}`,
  daysFrom: (from: number, to: number | null): string => {
    if (to === null) return `${from} and more`
    if (to === 1) return 'Less than a day'
    return to - from === 1 ? String(from) : `${from} – ${to}`
  },
  touches: 'Touches on the way',
  medianTouches: (touches: string) => `Touches on the way; median ${touches}`,
  assists: 'Assisted conversions',
  assistsHint: 'An assist was on the way to a first payment, but not its last touch.',
  assistsTable: 'Assists',
  assisted: 'Assisted',
  assistedRevenue: 'Assisted revenue',
  first: 'First touch',
  last: 'Last touch',
}
