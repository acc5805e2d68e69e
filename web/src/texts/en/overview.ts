/** The sentence at the top of a site's page, in English. */
export const overview = {
  label: 'Revenue summary',
  /** A range within a sentence. */
  when: {
    today: 'today',
    yesterday: 'yesterday',
    '7d': 'in the last 7 days',
    '30d': 'in the last 30 days',
    '90d': 'in the last 90 days',
    week: 'this week',
    month: 'this month',
    year: 'this year',
    '12mo': 'in the last 12 months',
    custom: (days: string) => `in ${days}`,
  },
  revenue: '{amount} revenue {when}',
  changed: '{amount} revenue {when}, {change} compared with {before}',
  compared: '{amount} revenue {when}, compared with {before}',
  source: '{source} brought {amount}, {share} of revenue',
  unlinked: '{share} of revenue ({amount}) is not linked to a visitor',
}
