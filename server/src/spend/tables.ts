import type { SpendList, SpendReport } from '@tributary/contract/spend.ts'

// Ad spend as tables, for spreadsheets. An import of spend can read the rows again.

const words = ['source', 'medium', 'campaign', 'term', 'content']

export const spendTables = {
  rows: ({ rows }: SpendList) => ({
    columns: ['day', ...words, 'currency', 'amount', 'clicks', 'impressions', 'spendId'],
    rows,
  }),
}

const figures = [
  ...['spend', 'clicks', 'impressions', 'costPerClick', 'sessions', 'revenue'],
  ...['tax', 'fees', 'takeHome', 'feesKnown', 'newCustomers'],
  ...['cac', 'roas', 'profit', 'cohortRevenue', 'paybackDays', 'currency'],
]

export const spendReportTables = {
  rows: ({ rows, currency, query }: SpendReport) => ({
    columns: [...query.dimensions, ...figures],
    rows: rows.map((row) => ({ ...row, currency })),
  }),
  totals: ({ totals, currency }: SpendReport) => ({
    columns: figures,
    rows: [{ ...totals, currency }],
  }),
  unconverted: ({ unconverted }: SpendReport) => ({
    columns: ['currency', 'amount'],
    rows: unconverted,
  }),
}
