import { invalidInput, type Operation, type Operations } from '../operation.ts'
import {
  type SpendImport,
  type SpendReport,
  type SpendRow,
  spendData,
  spendDeletedData,
  spendDeletion,
  spendImportData,
  spendImportInput,
  spendInput,
  spendMetrics,
  spendQuery,
  spendReportData,
  spendReportInput,
  spendRowsRequired,
  spendSavedData,
} from '../spend.ts'
import { markdownList } from './markdown-list.ts'

const row: SpendRow = {
  spendId: 'spend_5f8a1c0d9e2b4f6a7c8d9e0f1a2b3c4d',
  day: '2026-11-02',
  source: 'newsletter',
  medium: 'email',
  campaign: 'autumn',
  term: '',
  content: '',
  currency: 'USD',
  amount: 20,
  clicks: 40,
  impressions: 900,
}

const imported: SpendImport = {
  format: 'generic',
  columns: { day: 'Date', source: 'Source', campaign: 'Campaign', amount: 'Cost' },
  rows: 1,
  lines: 1,
  skipped: 0,
  replaces: 0,
  saved: 1,
  firstDay: '2026-11-02',
  lastDay: '2026-11-02',
  totals: [{ currency: 'USD', amount: 20 }],
  preview: [row],
  errorCount: 0,
  errors: [],
}

const figures: SpendReport['totals'] = {
  spend: 20,
  clicks: 40,
  impressions: 900,
  costPerClick: 0.5,
  sessions: 1,
  revenue: 49.99,
  tax: 8.33,
  fees: 1.75,
  takeHome: 39.91,
  feesKnown: 1,
  newCustomers: 1,
  cac: 20,
  roas: 2.4995,
  profit: 29.99,
  cohortRevenue: 49.99,
  paybackDays: 0,
}

const report: SpendReport = {
  rows: [{ source: 'newsletter', medium: 'email', campaign: 'autumn', ...figures }],
  totals: figures,
  coverage: { spendDays: 12, days: 20 },
  currency: 'USD',
  unconverted: [],
  query: {
    dimensions: ['source', 'medium', 'campaign'],
    dateRange: ['2026-11-01', '2026-11-20'],
    model: 'last-non-direct',
  },
}

// Repeating a report changes nothing, so POST and PUT are the same.
const putSpend = {
  access: { scopes: ['spend:write'], orRole: 'admin' },
  body: spendInput,
  missing: spendRowsRequired,
  bodyLimitBytes: 1024 * 1024,
  data: spendSavedData,
  docs: {
    id: 'putSpend',
    summary: 'Report ad spend (the same as POST)',
    description:
      'Stores up to 1,000 rows: the cost of a source, medium, campaign, term and content on a day. These fields identify a row. Reporting it again replaces it, so retries are safe. Either all rows are stored or none.',
    bodies: {
      campaign: {
        summary: 'A campaign on a day',
        value: {
          rows: [
            {
              day: '2026-11-02',
              source: 'newsletter',
              medium: 'email',
              campaign: 'autumn',
              amount: 20,
              clicks: 40,
              impressions: 900,
            },
          ],
        },
      },
    },
    reply: 'All rows are stored',
    example: { saved: 1, replaced: 0 },
  },
} satisfies Operation

/** Ad spend, and its return. */
export const spendOperations = {
  'POST /api/v1/spend': {
    ...putSpend,
    docs: { ...putSpend.docs, id: 'addSpend', summary: 'Report ad spend' },
  },
  'PUT /api/v1/spend': putSpend,
  'POST /api/v1/spend/import': {
    access: { scopes: ['spend:write'], orRole: 'admin' },
    body: spendImportInput,
    bodyLimitBytes: 8 * 1024 * 1024,
    data: spendImportData,
    docs: {
      id: 'importSpend',
      summary: 'Import an ad network’s export',
      description:
        'Imports the text of an export with one row per day from Google Ads, Meta Ads, or any tool whose export has columns for a day and an amount. Rows of the same day and campaign are added up; total rows are ignored. With `dryRun`, nothing is stored and the response shows what would be. If a row cannot be read, nothing is imported, unless `skipErrors` is set.',
      bodies: {
        generic: {
          summary: 'A table with four columns',
          value: { csv: 'Date,Source,Campaign,Cost\n2026-11-03,newsletter,autumn,20.00\n' },
        },
        googleAds: {
          summary: 'A Google Ads export, dry run',
          value: {
            csv: 'Campaign report\n"November 1, 2026 - November 2, 2026"\nDay,Campaign,Currency code,Cost,Clicks,Impr.\n2026-11-02,Brand,USD,"1,204.50",930,"48,210"\nTotal: Account,--,USD,"1,204.50",930,"48,210"\n',
            dryRun: true,
          },
        },
      },
      reply: 'What was read and stored',
      example: imported,
      refusals: [invalidInput('csv parameter is required')],
    },
  },
  'GET /api/v1/spend': {
    access: { scopes: ['stats:read', 'spend:write'], orRole: 'viewer' },
    query: spendQuery,
    data: spendData,
    tables: ['rows'] as const,
    docs: {
      id: 'listSpend',
      summary: 'List ad spend',
      description:
        'Returns the rows as they were reported, latest day first. Use `nextCursor` to get the next page.',
      query: { from: '2026-11-01', to: '2026-11-20' },
      reply: 'The rows',
      example: { rows: [row] },
      refusals: [invalidInput('cursor must be a nextCursor of an answer')],
    },
  },
  'POST /api/v1/spend/report': {
    access: { scopes: ['stats:read'], orRole: 'viewer' },
    body: spendReportInput,
    data: spendReportData,
    tables: ['rows', 'totals', 'unconverted'] as const,
    docs: {
      id: 'reportSpend',
      summary: 'Get the return on ad spend',
      description: `Compares spend with the revenue that the model credits to the same source, campaign or day. The cohort consists of visitors whose very first session is in the range. Includes everything acknowledged before the request.\n\nMetrics:\n\n${markdownList(spendMetrics)}`,
      bodies: {
        byCampaign: {
          summary: 'By campaign',
          value: { dateRange: ['2026-11-01', '2026-11-20'], dimensions: ['source', 'campaign'] },
        },
      },
      reply: 'The report',
      example: report,
      refusals: [invalidInput('dateRange parameter is required')],
    },
  },
  'DELETE /api/v1/spend': {
    access: { scopes: ['spend:write'], orRole: 'admin' },
    query: spendDeletion,
    data: spendDeletedData,
    docs: {
      id: 'deleteSpend',
      summary: 'Delete ad spend',
      description:
        'Deletes one row by its `spendId`, or all rows of a date range, source or campaign. Returns the deleted rows. To undo, PUT them.',
      query: { from: '2026-11-01', to: '2026-11-20', source: 'newsletter' },
      reply: 'The deleted rows',
      example: { deleted: 1, rows: [row] },
      refusals: [
        invalidInput('spendId, or from and to, must say what to delete'),
        { status: 404, description: 'The site has no such row', message: 'Spend not found' },
      ],
    },
  },
} satisfies Operations
