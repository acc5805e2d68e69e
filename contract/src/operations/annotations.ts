import {
  type Annotation,
  annotationData,
  annotationInput,
  annotationName,
  annotationNotFound,
  annotationsData,
  annotationsQuery,
  annotationTextRequired,
} from '../annotations.ts'
import { invalidInput, type Operations } from '../operation.ts'

const launch: Annotation = {
  annotationId: 'release-42',
  at: '2026-11-02',
  until: null,
  day: '2026-11-02',
  lastDay: '2026-11-02',
  text: 'New pricing page',
  kind: 'launch',
  link: 'https://shop.example/changes/42',
}

const bodies = {
  launch: {
    summary: 'A launch on a day',
    value: {
      at: '2026-11-02',
      text: 'New pricing page',
      kind: 'launch',
      link: 'https://shop.example/changes/42',
    },
  },
  outage: {
    summary: 'An outage with a start and an end',
    value: {
      at: '2026-11-03T10:00:00Z',
      until: '2026-11-03T11:30:00Z',
      text: 'Checkout was down',
      kind: 'outage',
    },
  },
}
const example = { annotation: launch }
const query = { annotationId: 'release-42' }

/** Notes on the time line. */
export const annotationOperations = {
  'POST /api/v1/annotations': {
    access: { scopes: ['annotations:write'], orRole: 'admin' },
    body: annotationInput,
    missing: annotationTextRequired,
    data: annotationData,
    docs: {
      id: 'addAnnotation',
      summary: 'Add an annotation',
      description:
        'Marks a day, a moment or a period on the site’s timeline, such as a launch, a new price or an outage. The dashboard shows it on its chart.',
      bodies,
      reply: 'The annotation with its new id',
      example,
    },
  },
  'PUT /api/v1/annotations': {
    access: { scopes: ['annotations:write'], orRole: 'admin' },
    query: annotationName,
    body: annotationInput,
    missing: annotationTextRequired,
    data: annotationData,
    docs: {
      id: 'putAnnotation',
      summary: 'Add or replace an annotation under your own id',
      description:
        'Adds an annotation under an id that you choose. A later request with the same id replaces it, so a release script can safely run twice.',
      query,
      bodies,
      reply: 'The saved annotation',
      example,
    },
  },
  'GET /api/v1/annotations': {
    access: { scopes: ['stats:read', 'annotations:write'], orRole: 'viewer' },
    query: annotationsQuery,
    data: annotationsData,
    tables: ['annotations'] as const,
    docs: {
      id: 'listAnnotations',
      summary: 'List annotations',
      description:
        'Returns the annotations of a date range, latest first. A site can have up to 2,000.',
      query: { from: '2026-11-01', to: '2026-11-20' },
      reply: 'The annotations',
      example: { annotations: [launch] },
      refusals: [invalidInput('from must be a calendar day such as 2026-11-20')],
    },
  },
  'DELETE /api/v1/annotations': {
    access: { scopes: ['annotations:write'], orRole: 'admin' },
    query: annotationName,
    data: annotationData,
    docs: {
      id: 'deleteAnnotation',
      summary: 'Delete an annotation',
      description: 'Returns the deleted annotation. To undo, PUT it under the same id.',
      query,
      reply: 'The deleted annotation',
      example,
      refusals: [
        invalidInput('annotationId parameter is required'),
        {
          status: 404,
          description: 'The site has no such annotation',
          message: annotationNotFound,
        },
      ],
    },
  },
} satisfies Operations
