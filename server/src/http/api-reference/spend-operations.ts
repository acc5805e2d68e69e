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
} from '@tributary/contract/spend.ts'
import { spendFileLimitBytes, spendLimitBytes } from '../../spend/routes.ts'
import { spendReportTables, spendTables } from '../../spend/tables.ts'
import { bodyLimitBytes } from '../json-body.ts'
import type { Operation } from './operation.ts'

const path = '/api/v1/spend'

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

const invalid = (message: string): Operation['refusals'][number] => ({
  status: 400,
  description: 'Something required is missing, or a value breaks its rule; the message names it',
  message,
})

const putRows: Pick<Operation, 'path' | 'scopes' | 'body' | 'reply' | 'refusals'> = {
  path,
  scopes: ['spend:write'],
  body: {
    schema: spendInput,
    contentTypes: ['application/json'],
    limitBytes: spendLimitBytes,
    examples: {
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
  },
  reply: {
    status: 200,
    description: 'All rows are kept',
    data: { schema: spendSavedData, example: { saved: 1, replaced: 0 } },
  },
  refusals: [invalid(spendRowsRequired)],
}

const description =
  'Up to 1,000 rows: the costs of a source, medium, campaign, term and content on a day. These identify a row: reported again, the later one replaces it, so repeats are safe. All rows are stored or none.'

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
  currency: 'USD',
  unconverted: [],
  query: {
    dimensions: ['source', 'medium', 'campaign'],
    dateRange: ['2026-11-01', '2026-11-20'],
    model: 'last-non-direct',
  },
}

/** What ads cost, and what came of it. */
export const spendOperations: readonly Operation[] = [
  { method: 'post', id: 'addSpend', summary: 'Report ad spend', description, ...putRows },
  {
    method: 'put',
    id: 'putSpend',
    summary: 'Report ad spend (the same as POST)',
    description,
    ...putRows,
  },
  {
    method: 'post',
    path: `${path}/import`,
    id: 'importSpend',
    summary: 'Import an export of an ad network',
    description:
      'Takes the text of an export with a row a day: of Google Ads, of Meta Ads, or any with columns for a day and an amount. Lines of one day and campaign are added up, sums are left out. With `dryRun` it only says what would be kept. A line that cannot be read keeps everything from being imported, unless `skipErrors` leaves such lines out.',
    scopes: ['spend:write'],
    body: {
      schema: spendImportInput,
      contentTypes: ['application/json'],
      limitBytes: spendFileLimitBytes,
      examples: {
        generic: {
          summary: 'A table of four columns',
          value: { csv: 'Date,Source,Campaign,Cost\n2026-11-03,newsletter,autumn,20.00\n' },
        },
        googleAds: {
          summary: 'An export of Google Ads, looked at only',
          value: {
            csv: 'Campaign report\n"November 1, 2026 - November 2, 2026"\nDay,Campaign,Currency code,Cost,Clicks,Impr.\n2026-11-02,Brand,USD,"1,204.50",930,"48,210"\nTotal: Account,--,USD,"1,204.50",930,"48,210"\n',
            dryRun: true,
          },
        },
      },
    },
    reply: {
      status: 200,
      description: 'What was read, and what is kept of it',
      data: { schema: spendImportData, example: imported },
    },
    refusals: [invalid('csv parameter is required')],
  },
  {
    method: 'get',
    path,
    id: 'listSpend',
    summary: 'List what ads cost',
    description: 'As reported, the latest day first; `nextCursor` leads to the next page.',
    scopes: ['stats:read', 'spend:write'],
    query: { schema: spendQuery, example: { from: '2026-11-01', to: '2026-11-20' } },
    reply: {
      status: 200,
      description: 'The rows',
      data: { schema: spendData, example: { rows: [row] } },
      tables: Object.keys(spendTables),
    },
    refusals: [invalid('cursor must be a nextCursor of an answer')],
  },
  {
    method: 'post',
    path: `${path}/report`,
    id: 'reportSpend',
    summary: 'See what ads bring',
    description: `Spend compared with the revenue that the model credits to the same values, by day and campaign or any of them. The cohort consists of visitors whose very first session lies in the range. Figures: ${Object.entries(
      spendMetrics,
    )
      .map(([name, meaning]) => `\`${name}\` ${meaning}`)
      .join(' ')} What was acknowledged before is included.`,
    scopes: ['stats:read'],
    body: {
      schema: spendReportInput,
      contentTypes: ['application/json'],
      limitBytes: bodyLimitBytes,
      examples: {
        byCampaign: {
          summary: 'By campaign',
          value: { dateRange: ['2026-11-01', '2026-11-20'], dimensions: ['source', 'campaign'] },
        },
      },
    },
    reply: {
      status: 200,
      description: 'The report',
      data: { schema: spendReportData, example: report },
      tables: Object.keys(spendReportTables),
    },
    refusals: [invalid('dateRange parameter is required')],
  },
  {
    method: 'delete',
    path,
    id: 'deleteSpend',
    summary: 'Delete what ads cost',
    description:
      'One row by its `spendId`, or all of some days, of a source or a campaign. Returns the deleted rows; PUT them to undo.',
    scopes: ['spend:write'],
    query: {
      schema: spendDeletion,
      example: { from: '2026-11-01', to: '2026-11-20', source: 'newsletter' },
    },
    reply: {
      status: 200,
      description: 'What was deleted',
      data: { schema: spendDeletedData, example: { deleted: 1, rows: [row] } },
    },
    refusals: [
      invalid('spendId, or from and to, must say what to delete'),
      { status: 404, description: 'The site has no such row', message: 'Spend not found' },
    ],
  },
]
