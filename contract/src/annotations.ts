import Type, { type Static } from 'typebox'
import { annotationKinds, mostAnnotationText } from './annotation-kinds.ts'
import { day } from './day.ts'

export const annotationTextRequired = 'at and text are required'
/** The answer for a note this site does not have, another site's included. */
export const annotationNotFound = 'Annotation not found'

const moment = (description: string) =>
  Type.String({ maxLength: 64, description, examples: ['2026-11-02', '2026-11-02T14:00:00Z'] })

/** A note as it is written; absent fields are empty. */
export const annotationInput = Type.Object({
  at: moment(
    "When it was: a day of the site's time zone, or an ISO 8601 time with its zone for the very moment",
  ),
  until: Type.Optional(moment('The end of a longer event, in the form of `at`; a day is included')),
  text: Type.String({
    maxLength: mostAnnotationText,
    description: 'What happened',
    examples: ['New pricing page'],
  }),
  kind: Type.Optional(
    Type.Enum([...annotationKinds], {
      description: `must be one of ${annotationKinds.join(', ')}; note by default`,
    }),
  ),
  link: Type.Optional(
    Type.String({
      maxLength: 2048,
      description: 'Where to read more: an http or https address',
      examples: ['https://shop.example/changes/12'],
    }),
  ),
})

export type AnnotationInput = Static<typeof annotationInput>

const nullable = <Schema extends Type.TSchema>(schema: Schema) => Type.Union([schema, Type.Null()])

export const annotation = Type.Object({
  annotationId: Type.String({ examples: ['note_4fK9sQ2mXr7T'] }),
  at: Type.String({
    description: 'As reported: a day, or a moment in UTC',
    examples: ['2026-11-02'],
  }),
  until: nullable(Type.String()),
  day: Type.String({
    description: "Its first day in the site's time zone",
    examples: ['2026-11-02'],
  }),
  lastDay: Type.String({ description: 'Its last day there', examples: ['2026-11-02'] }),
  text: Type.String({ examples: ['New pricing page'] }),
  kind: Type.Enum([...annotationKinds]),
  link: nullable(Type.String()),
})

export type Annotation = Static<typeof annotation>

export const annotationsQuery = Type.Object({
  from: Type.Optional(day("First day in the site's time zone; all before too when absent")),
  to: Type.Optional(day("Last day in the site's time zone; all after too when absent")),
})

export const annotationName = Type.Object({
  annotationId: Type.String({
    maxLength: 64,
    description: 'The id: 1 to 64 letters, digits, - or _',
    examples: ['release-42'],
  }),
})

export const annotationsData = Type.Object({
  annotations: Type.Array(annotation, { description: 'The latest first' }),
})

export const annotationData = Type.Object({ annotation })
