// Apart from the schemas, so that pages need not load the schema library for a list of names.

/** The parameters of a dashboard address that a saved view stores, without filters. */
export const viewParams = [
  ...(['range', 'compare', 'model', 'metric', 'chart', 'by', 'columns'] as const),
  ...(['traffic', 'content', 'places', 'technology'] as const),
] as const
