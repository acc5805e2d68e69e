/** The dashboard's panels, as the dashboard asks for them. */
const channels = {
  metrics: ['visitors', 'revenue'],
  dimensions: ['channel'],
  dateRange: '30d',
}

const byDay = { ...channels, dimensions: ['day'] }

export const panels: Readonly<Record<string, object>> = {
  'headline figures with comparison': {
    metrics: [
      'visitors',
      'sessions',
      'pageViews',
      'revenue',
      'conversionRate',
      'revenuePerVisitor',
    ],
    compare: 'previous',
    dateRange: '30d',
  },
  'visitors and revenue by day': byDay,
  channels,
  sources: { ...channels, dimensions: ['source'] },
  pages: { ...channels, dimensions: ['page'] },
  'entry pages': { ...channels, dimensions: ['entryPage'] },
  countries: { ...channels, dimensions: ['country'] },
  devices: { ...channels, dimensions: ['device'] },
}
