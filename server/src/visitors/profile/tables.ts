import type { TimelineItem, VisitorProfile } from '@tributary/contract/visitor-profile.ts'

// One person's story as tables, for spreadsheets: each item of the time line is a row, and so is each device.

const surroundings = ['device', 'browser', 'os', 'country', 'region', 'city']
const origin = ['channel', 'source', 'medium', 'campaign', 'term', 'content', 'referrer']

export const profileTables = {
  timeline: ({ timeline }: VisitorProfile) => ({
    columns: [
      ...['at', 'type', 'visitorId', 'sessionId', ...origin, 'landingPage', 'exitPage'],
      ...['pageViews', 'goalCount', 'engagedSeconds', 'endedAt', ...surroundings],
      ...['goal', 'value', 'path', 'times', 'by', 'userId'],
      ...[
        'paymentId',
        'provider',
        'providerPaymentId',
        'amount',
        'netAmount',
        'currency',
        'status',
      ],
    ],
    rows: timeline.map(rowOf),
  }),
  devices: ({ devices }: VisitorProfile) => ({
    columns: [
      ...['visitorId', 'firstSeenAt', 'lastSeenAt', 'visits', 'pageViews', 'goals', 'language'],
      ...surroundings,
    ],
    rows: devices,
  }),
}

function rowOf(item: TimelineItem): Record<string, unknown> {
  if (item.type === 'goal') return { ...item, goal: item.name }
  return item.type === 'payment' ? { ...item.payment, type: item.type, at: item.at } : item
}
