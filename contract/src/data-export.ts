import Type, { type Static } from 'typebox'
import { count } from './questions/scope.ts'

const day = (description: string) =>
  Type.String({ pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$', description })

export const exportFormats = ['ndjson', 'ndjson.gz', 'parquet'] as const

/** What to take out of a site. */
export const exportQuery = Type.Object({
  from: Type.Optional(
    day('must be the first UTC day, such as 2026-11-01; the first there is by default'),
  ),
  to: Type.Optional(
    day('must be the last UTC day, such as 2026-11-30; the last there is by default'),
  ),
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
    description: 'UTC days that have events, the first one first.',
  }),
  events: count('Of all these days.'),
})

export type ExportDays = Static<typeof exportDaysData>
