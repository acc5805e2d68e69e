/** How a step's name may be compared; separate from the schemas, so that the dashboard need not load those. */
export const stepMatches = ['is', 'begins_with', 'contains', 'matches'] as const

export const funnelLimits = { steps: 10, windowHours: 90 * 24, rows: 100 } as const
