import type { Annotation } from '@tributary/contract/annotations.ts'

/** Notes on the time line as a table, for spreadsheets. */
export const annotationTables = {
  annotations: ({ annotations }: { annotations: Annotation[] }) => ({
    columns: ['day', 'lastDay', 'at', 'until', 'kind', 'text', 'link', 'annotationId'],
    rows: annotations,
  }),
}
