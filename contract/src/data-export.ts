import Type, { type Static } from 'typebox'
import { day } from './day.ts'
import { count } from './questions/scope.ts'

export const exportFormats = ['ndjson', 'ndjson.gz', 'parquet'] as const

/** What to take out of a site. */
export const exportQuery = Type.Object({
  from: Type.Optional(day('The first UTC day; by default the first with events', '2026-11-01')),
  to: Type.Optional(day('The last UTC day; by default the last with events', '2026-11-30')),
  parts: Type.Optional(
    Type.String({
      maxLength: 60,
      description:
        'must be a list of events, identities, payments, separated by commas; all three by default',
    }),
  ),
  format: Type.Optional(
    Type.Enum([...exportFormats], {
      description: `must be one of ${exportFormats.join(', ')}; ndjson by default`,
    }),
  ),
  cursor: Type.Optional(
    Type.String({ maxLength: 1000, description: 'must be that of a checkpoint line of an export' }),
  ),
})

export type ExportQuery = Static<typeof exportQuery>

/** Which days there are to be taken out. */
export const exportDaysQuery = Type.Object({
  from: exportQuery.properties.from,
  to: exportQuery.properties.to,
})

export const exportDaysData = Type.Object({
  days: Type.Array(Type.Object({ day: Type.String(), events: count('Events of this UTC day.') }), {
    description: 'UTC days that have events, earliest first.',
  }),
  events: count('Of all these days.'),
})

export type ExportDays = Static<typeof exportDaysData>
