/** More texts of the pages below "Explore", in English. */
export const journeys = {
  start: 'Starting point',
  direction: 'Direction',
  after: 'Next steps',
  before: 'Previous steps',
  depth: 'Number of steps',
  steps: (count: number): string => (count === 1 ? '1 step' : `${count} steps`),
  show: 'Show journeys',
  next: 'Next steps',
  previous: 'Previous steps',
  empty: 'No sessions with this page or goal in this period',
  emptyHint: 'Choose another starting point or a longer period, or remove a filter.',
  places: 'Steps',
  others: 'Other pages and goals',
  ended: (count: string) => `${count} end here`,
  walk: (place: string) => `Start from ${place}`,
  table: 'Journeys as a table',
  stepHead: 'Step',
  fromHead: 'From',
  toHead: 'To',
  visits: 'Sessions',
  share: 'Share of step',
}

export const cohorts = {
  figure: 'Show',
  figures: {
    retention: 'Retention',
    revenue: 'Revenue by period',
    lifetimeValue: 'Lifetime value per visitor',
  },
  hints: {
    retention: 'Share of the cohort’s visitors who returned in each period.',
    revenue: 'Payments minus refunds in each period. The colour shows revenue per visitor.',
    lifetimeValue: 'Payments minus refunds up to each period ÷ visitors in the cohort.',
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
  all: 'All cohorts',
  cell: (active: string, revenue: string, isOpen: boolean) =>
    `${active} active, ${revenue} revenue${isOpen ? ' (in progress)' : ''}`,
  cut: (interval: 'week' | 'month') =>
    `Only part of this ${interval === 'week' ? 'week' : 'month'}: the selected period begins or ends within it.`,
  cutNote: '* The selected period includes only part of this week or month.',
  table: 'Cohorts as a table',
  empty: 'No new visitors in this period',
  curves: 'Lifetime value over time',
  curvesHint:
    'Payments minus refunds up to each period ÷ visitors whose cohort has reached that period. The table above shows the same numbers.',
  curvesLabel: 'Revenue per visitor over time. Use the arrow keys to move between values.',
}

export const attribution = {
  models: 'Compare models',
  modelsTable: 'Attribution models as a table',
  points: (value: string) => `${value} pts`,
  modelsHint: (first: string) =>
    `Every column adds up to the same revenue. Percentages are shares of it; points (pts) are the difference from “${first}”.`,
  fallback: (used: string) => `not enough data, using ${used}`,
  by: 'Credit to',
  noRevenue: 'No revenue in this period',
  noConversions: 'No first payments in this period',
  paths: 'Conversion paths',
  pathsTable: 'Most frequent paths',
  way: 'Path',
  customers: 'Customers',
  revenue: 'Revenue',
  howLong: 'Time to conversion',
  days: 'Days from first visit',
  medianDays: (days: string) => `Days from first visit (median ${days})`,
  daysFrom: (from: number, to: number | null): string => {
    if (to === null) return `${from} or more`
    if (to === 1) return 'Less than a day'
    return to - from === 1 ? String(from) : `${from} – ${to}`
  },
  touches: 'Touches before payment',
  medianTouches: (touches: string) => `Touches before payment (median ${touches})`,
  assists: 'Assisted conversions',
  assistsHint: 'An assist is a touch on the path to a first payment that is not the last one.',
  assistsTable: 'Assists',
  assisted: 'Assisted',
  assistedRevenue: 'Assisted revenue',
  first: 'First touch',
  last: 'Last touch',
}
