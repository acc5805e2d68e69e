import Type, { type Static } from 'typebox'
import { count, time } from './questions/scope.ts'

export const importFormats = ['tributary', 'plausible', 'umami', 'ga4', 'rows'] as const

export type ImportFormatName = (typeof importFormats)[number]

/** The largest piece of a file that one request brings. */
export const importPieceBytes = 8 * 1024 * 1024

export const newImport = Type.Object({
  format: Type.Enum([...importFormats], {
    description: `must be one of ${importFormats.join(', ')}: which tool wrote the file`,
  }),
  fileName: Type.Optional(Type.String({ maxLength: 255 })),
})

export const importPieceQuery = Type.Object({
  offset: Type.Integer({
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
    description: 'must be how many bytes of the file came before: the import’s bytes',
  }),
})

const counted = Type.Object({
  found: count('The readable contents of the file.'),
  new: count('The part that was new.'),
  known: count('The part that existed already and is not added again.'),
})

const importNoteCodes = [
  'timezone-differs',
  'currency-differs',
  'identification-off',
  'file-not-read',
  'rows-not-sorted',
  'events-left-out',
  'purchases-are-payments',
  'days-added-up',
] as const

const importNote = Type.Object({
  code: Type.Enum([...importNoteCodes]),
  values: Type.Array(Type.String(), { description: 'The parameters of the code, in order.' }),
  message: Type.String({ description: 'The same in English.' }),
})

export type ImportNote = Static<typeof importNote>

/** What was found in a file, and what was added, or would be. */
export const importReport = Type.Object({
  firstDay: Type.Union([Type.String(), Type.Null()], {
    description: 'UTC day of the earliest row.',
  }),
  lastDay: Type.Union([Type.String(), Type.Null()]),
  events: counted,
  identities: counted,
  payments: counted,
  links: counted,
  duplicates: counted,
  days: counted,
  problems: Type.Object({
    count: count('Lines that could not be imported.'),
    examples: Type.Array(
      Type.Object({
        file: Type.String({ description: 'Within an archive; empty for a single file.' }),
        line: Type.Integer(),
        message: Type.String(),
      }),
      { description: 'The first 100.' },
    ),
  }),
  notes: Type.Array(importNote, { description: 'Notices to read before confirming.' }),
})

export type ImportReport = Static<typeof importReport>

const importStates = [
  'uploading',
  'checking',
  'ready',
  'running',
  'done',
  'failed',
  'undoing',
  'undone',
] as const

export const importData = Type.Object({
  id: Type.String(),
  format: Type.Enum([...importFormats]),
  fileName: Type.String(),
  state: Type.Enum([...importStates], {
    description:
      'uploading: waits for the file. checking: the file is being read, without storing anything. ready: the preview is complete. running, then done or failed. undoing, then undone.',
  }),
  createdAt: time('When it was begun.'),
  updatedAt: time('When it last made progress.'),
  bytes: count('The received part of the file.'),
  bytesRead: count('How far it has been read.'),
  preview: Type.Union([importReport, Type.Null()], { description: 'What it would add.' }),
  result: Type.Union([importReport, Type.Null()], { description: 'What it has added.' }),
  problem: Type.Union([Type.String(), Type.Null()], { description: 'Why it failed.' }),
})

export type ImportData = Static<typeof importData>

export const importReply = Type.Object({ import: importData })
export const importsReply = Type.Object({ imports: Type.Array(importData) })

export const importNotFound = 'Import not found'

export const importedDimensions = [
  'source',
  'campaign',
  'page',
  'entryPage',
  'exitPage',
  'country',
  'device',
  'browser',
  'os',
  'goal',
] as const

export type ImportedDimension = (typeof importedDimensions)[number]

export const importedQuery = Type.Object({
  from: Type.Optional(
    Type.String({
      pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$',
      description: 'must be the first day, such as 2025-01-01',
    }),
  ),
  to: Type.Optional(
    Type.String({
      pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$',
      description: 'must be the last day, such as 2025-12-31',
    }),
  ),
  dimension: Type.Optional(
    Type.Enum([...importedDimensions], {
      description: `must be one of ${importedDimensions.join(', ')}; days are listed by default`,
    }),
  ),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 1000,
      description:
        'must be a whole number from 1 to 1000: the values of the dimension, 100 by default',
    }),
  ),
})

const figures = {
  visitors: count(
    'As the other tool counted them each day. A visitor of two days counts twice in a sum of days.',
  ),
  visits: count('Visits.'),
  pageViews: count('Page views.'),
  bounces: count('Visits of one page.'),
  seconds: count('All visits together.'),
  events: count('How often a goal was reached.'),
}

/** Another tool's aggregated days, stored separately from what was measured here. */
export const importedData = Type.Object({
  days: Type.Array(Type.Object({ day: Type.String(), ...figures })),
  values: Type.Array(Type.Object({ value: Type.String(), ...figures })),
})

export type Imported = Static<typeof importedData>
