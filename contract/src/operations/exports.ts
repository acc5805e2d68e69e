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
      summary: 'Take everything out',
      description:
        'All events, identities and payments of a site, one JSON object a line, e-mail addresses of payments included; another site can import it and then shows the same reports. It is streamed. A `checkpoint` line holds a checksum of the lines since the last one, and a cursor: a download that broke off is cut behind its last checkpoint and continues that cursor. `format=parquet` gives the events, or the payments, of some days as one file.',
      query: { from: '2026-11-01', to: '2026-11-20' },
      reply: 'The lines',
      file: {
        contentType: 'application/x-ndjson',
        description: 'One JSON object a line, or a gzip or Parquet file where that was asked for',
      },
      refusals: [
        invalidValue('cursor must be that of a checkpoint line of an export'),
        {
          status: 422,
          description: 'The days have too many events for one Parquet file',
          message:
            'These days have 5000000 events and one Parquet file takes 2000000. Ask for fewer days at a time; /api/v1/export/days says how many each has.',
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
      summary: 'See which days there are to take out',
      description: 'The UTC days that have events, for taking them out one by one.',
      query: { from: '2026-11-01', to: '2026-11-20' },
      reply: 'The days',
      example: { days: [{ day: '2026-11-20', events: 1234 }], events: 1234 },
      refusals: [
        invalidValue(
          'from must be the first UTC day, such as 2026-11-01; the first there is by default',
        ),
      ],
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
      summary: 'See imported days',
      description:
        'Days that another tool had added up before they were brought here, such as an export of Plausible’s: day by day, or by the values of a dimension. They are no visits, so no other report counts them. Days are as the other tool cut them.',
      query: { from: '2025-01-01', dimension: 'source' },
      reply: 'The days, or the values',
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
