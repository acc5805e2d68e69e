import type { publicOperations } from './public.ts'

/** Operations about one resource, as the API reference and clients that are generated group them. */
export interface OperationGroup {
  title: string
  description: string
  operations: readonly (keyof typeof publicOperations)[]
}

/** Every public operation once, in the order in which a reader needs them. */
export const operationGroups: readonly OperationGroup[] = [
  {
    title: 'Events',
    description:
      'Record page views and goals, and identify visitors, from your server or a browser.',
    operations: [
      'POST /api/v1/events',
      'POST /api/v1/goal',
      'POST /api/v1/identify',
      'POST /api/collect',
    ],
  },
  {
    title: 'Payments',
    description: 'Record payments and refunds, and see which visitor each one is linked to.',
    operations: [
      'POST /api/v1/payment',
      'GET /api/v1/payment',
      'GET /api/v1/payments',
      'GET /api/v1/payments/totals',
      'GET /api/v1/payments/unlinked',
      'GET /api/v1/reconciliation',
    ],
  },
  {
    title: 'Visitors',
    description: 'Read, search and erase visitors.',
    operations: [
      'POST /api/v1/visitors',
      'GET /api/v1/visitor',
      'GET /api/v1/visitors/profile',
      'GET /api/v1/visitors/profile/pages',
      'DELETE /api/v1/visitor',
    ],
  },
  {
    title: 'Reports',
    description: 'Query the figures that the dashboard shows.',
    operations: [
      'POST /api/v1/query',
      'POST /api/v1/realtime',
      'POST /api/v1/goals',
      'POST /api/v1/funnel',
      'POST /api/v1/journeys',
      'POST /api/v1/cohorts',
    ],
  },
  {
    title: 'Attribution',
    description: 'Compare attribution models, and see the path to the first payment.',
    operations: ['POST /api/v1/models', 'POST /api/v1/paths'],
  },
  {
    title: 'Subscriptions',
    description: 'See MRR, churn and trial conversion by where customers come from.',
    operations: ['POST /api/v1/subscriptions/report'],
  },
  {
    title: 'Ad spend',
    description: 'Report what ads cost, and compare it with the revenue they bring.',
    operations: [
      'POST /api/v1/spend/report',
      'GET /api/v1/spend',
      'POST /api/v1/spend',
      'PUT /api/v1/spend',
      'POST /api/v1/spend/import',
      'DELETE /api/v1/spend',
    ],
  },
  {
    title: 'Annotations',
    description: 'Mark launches, price changes and outages on the timeline.',
    operations: [
      'GET /api/v1/annotations',
      'POST /api/v1/annotations',
      'PUT /api/v1/annotations',
      'DELETE /api/v1/annotations',
    ],
  },
  {
    title: 'Export and import',
    description: 'Export the data of a site, and read totals imported from other tools.',
    operations: ['GET /api/v1/export', 'GET /api/v1/export/days', 'GET /api/v1/imported'],
  },
]
