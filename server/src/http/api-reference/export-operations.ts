import { exportDaysData, exportDaysQuery, exportQuery } from '@tributary/contract/data-export.ts'
import { importedData, importedQuery } from '@tributary/contract/data-import.ts'
import { exportScope } from '../../exports/export-format.ts'
import type { Operation } from './operation.ts'

/** Taking everything out. */
export const exportOperations: readonly Operation[] = [
  {
    method: 'get',
    path: '/api/v1/export',
    id: 'exportSite',
    summary: 'Take everything out',
    description:
      'All events, identities and payments of a site, one JSON object a line, e-mail addresses of payments included; another site can import it and then shows the same reports. It is streamed. A `checkpoint` line holds a checksum of the lines since the last one, and a cursor: a download that broke off is cut behind its last checkpoint and continues that cursor. `format=parquet` gives the events, or the payments, of some days as one file.',
    scopes: [exportScope],
    query: { schema: exportQuery, example: { from: '2026-11-01', to: '2026-11-20' } },
    reply: {
      status: 200,
      description: 'The lines',
      file: {
        contentType: 'application/x-ndjson',
        description: 'One JSON object a line, or a gzip or Parquet file where that was asked for',
      },
    },
    refusals: [
      {
        status: 400,
        description: 'A value breaks its rule; the message names it',
        message: 'cursor must be that of a checkpoint line of an export',
      },
      {
        status: 422,
        description: 'The days have too many events for one Parquet file',
        message:
          'These days have 5000000 events and one Parquet file takes 2000000. Ask for fewer days at a time; /api/v1/export/days says how many each has.',
      },
    ],
  },
  {
    method: 'get',
    path: '/api/v1/export/days',
    id: 'listExportDays',
    summary: 'See which days there are to take out',
    description: 'The UTC days that have events, for taking them out one by one.',
    scopes: [exportScope],
    query: { schema: exportDaysQuery, example: { from: '2026-11-01', to: '2026-11-20' } },
    reply: {
      status: 200,
      description: 'The days',
      data: {
        schema: exportDaysData,
        example: { days: [{ day: '2026-11-20', events: 1234 }], events: 1234 },
      },
    },
    refusals: [
      {
        status: 400,
        description: 'A value breaks its rule; the message names it',
        message:
          'from must be the first UTC day, such as 2026-11-01; the first there is by default',
      },
    ],
  },
  {
    method: 'get',
    path: '/api/v1/imported',
    id: 'importedDays',
    summary: 'See imported days',
    description:
      'Days that another tool had added up before they were brought here, such as an export of Plausible’s: day by day, or by the values of a dimension. They are no visits, so no other report counts them. Days are as the other tool cut them.',
    scopes: ['stats:read'],
    query: { schema: importedQuery, example: { from: '2025-01-01', dimension: 'source' } },
    reply: {
      status: 200,
      description: 'The days, or the values',
      data: {
        schema: importedData,
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
      },
    },
    refusals: [
      {
        status: 400,
        description: 'A value breaks its rule; the message names it',
        message: 'from must be the first day, such as 2025-01-01',
      },
    ],
  },
]
