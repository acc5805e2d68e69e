/** The ranges of the overview of all sites, with the step of each one's figures over time. */
export const overviewRanges = { today: 'hour', '7d': 'day', '30d': 'day', '12mo': 'month' } as const

export type OverviewRange = keyof typeof overviewRanges
