import { exportDaysData, exportDaysQuery, exportQuery } from '../data-export.ts'
import { importedData, importedQuery } from '../data-import.ts'
import { invalidValue, type Operations } from '../operation.ts'

/** Taking everything out. */
export const exportOperations = {
  'GET /api/v1/export': {
    access: { scopes: ['data:export'], orRole: 'admin' },
    query: exportQuery,
    docs: {
      id: 'exportSite',
      summary: 'Export a site',
      description:
        'Streams all events, identities and payments of a site as one JSON object per line, including e-mail addresses of payments. Another site can import the file and then shows the same reports. A `checkpoint` line holds a cursor and a checksum of the lines since the previous checkpoint: to resume an interrupted download, cut it after its last checkpoint and continue from that cursor. With `format=parquet`, the events or payments of a date range come as one file.',
      query: { from: '2026-11-01', to: '2026-11-20' },
      reply: 'The file',
      file: {
        contentType: 'application/x-ndjson',
        description: 'One JSON object per line, or a gzip or Parquet file if requested',
      },
      refusals: [
        invalidValue('cursor must be that of a checkpoint line of an export'),
        {
          status: 422,
          description: 'The days have too many events for one Parquet file',
          message:
            'These days have 5000000 events and one Parquet file takes 2000000. Ask for fewer days at a time; /api/v1/export/days shows how many each has.',
        },
      ],
    },
  },
  'GET /api/v1/export/days': {
    access: { scopes: ['data:export'], orRole: 'admin' },
    query: exportDaysQuery,
    data: exportDaysData,
    docs: {
      id: 'listExportDays',
      summary: 'List the days available for export',
      description: 'Returns the UTC days that have events, so that you can export day by day.',
      query: { from: '2026-11-01', to: '2026-11-20' },
      reply: 'The days',
      example: { days: [{ day: '2026-11-20', events: 1234 }], events: 1234 },
      refusals: [invalidValue('from must be a calendar day such as 2026-11-20')],
    },
  },
} satisfies Operations

/** What another tool had added up. */
export const importedOperations = {
  'GET /api/v1/imported': {
    access: { scopes: ['stats:read'], orRole: 'viewer' },
    query: importedQuery,
    data: importedData,
    docs: {
      id: 'importedDays',
      summary: 'Get imported totals',
      description:
        'Returns daily totals imported from another tool, such as a Plausible export: per day, or by the values of a dimension. They are not sessions, so no other report counts them. Days are in the other tool’s time zone.',
      query: { from: '2025-01-01', dimension: 'source' },
      reply: 'The totals by day or by value',
      example: {
        days: [],
        values: [
          {
            value: 'Google',
            ...{ visitors: 120, visits: 150, pageViews: 300 },
            ...{ bounces: 60, seconds: 9000, events: 0 },
          },
        ],
      },
      refusals: [invalidValue('from must be the first day, such as 2025-01-01')],
    },
  },
} satisfies Operations
