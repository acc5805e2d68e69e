import type { QueryAnswer } from '@tributary/contract/query.ts'
import type { ModelsAnswer } from '@tributary/contract/questions/model-comparison.ts'
import type { PathsAnswer } from '@tributary/contract/questions/paths.ts'

// The reports' answers as tables, for spreadsheets.

export const queryTables = {
  rows: ({ rows, totals, query: { dimensions, metrics } }: QueryAnswer) => ({
    columns: [...dimensions, ...metrics],
    rows: dimensions.length === 0 ? [totals] : rows,
  }),
}

export const modelTables = {
  models: ({ models, rows, currency }: ModelsAnswer) => ({
    columns: [
      ...['value', 'notLinked'],
      ...models.flatMap((model) => [`revenue ${model}`, `share ${model}`, `shift ${model}`]),
      'currency',
    ],
    rows: rows.map(({ value, notLinked = false, revenue, share, shift }) => ({
      ...{ value, notLinked, currency },
      ...Object.fromEntries(
        models.flatMap((model) => [
          [`revenue ${model}`, revenue[model]],
          [`share ${model}`, share[model]],
          [`shift ${model}`, shift[model]],
        ]),
      ),
    })),
  }),
}

const counted = ['conversions', 'revenue', 'currency']

export const pathTables = {
  paths: ({ topPaths, currency }: PathsAnswer) => ({
    columns: ['path', ...counted],
    rows: topPaths.map((row) => ({ ...row, path: row.path.join(' > '), currency })),
  }),
  days: ({ daysToConversion, currency }: PathsAnswer) => ({
    columns: ['from', 'to', ...counted],
    rows: daysToConversion.buckets.map((row) => ({ ...row, currency })),
  }),
  touches: ({ touchesToConversion, currency }: PathsAnswer) => ({
    columns: ['touches', 'orMore', ...counted],
    rows: touchesToConversion.buckets.map((row) => ({ ...row, currency })),
  }),
  assists: ({ assists, currency }: PathsAnswer) => ({
    columns: [
      ...['value', 'assisted', 'assistedRevenue', 'last', 'lastRevenue', 'first'],
      'currency',
    ],
    rows: assists.map((row) => ({ ...row, currency })),
  }),
}
