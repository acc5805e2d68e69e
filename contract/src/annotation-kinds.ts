// Apart from the schemas, so that pages need not load the schema library for a list of names.

/** What a note on the time line is about; the dashboard has a mark for each. */
export const annotationKinds = ['note', 'launch', 'price-change', 'campaign', 'outage'] as const

export type AnnotationKind = (typeof annotationKinds)[number]

export const mostAnnotationText = 500
