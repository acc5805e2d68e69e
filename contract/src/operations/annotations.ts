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
    summary: 'A launch, of a day',
    value: {
      at: '2026-11-02',
      text: 'New pricing page',
      kind: 'launch',
      link: 'https://shop.example/changes/42',
    },
  },
  outage: {
    summary: 'An outage, from one moment to another',
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
        'Marks a day, a moment or a span on the time line of the site: a launch, a new price, an outage. The dashboard shows it on its chart.',
      bodies,
      reply: 'The annotation, with the id it was given',
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
      summary: 'Add or replace an annotation under an id of your own',
      description:
        'The same, under an id that you choose: said again, it takes the place of what was there, so a release script may repeat itself.',
      query,
      bodies,
      reply: 'The annotation as it is now',
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
      description: 'What was noted of some days, the latest first. A site has at most 2,000.',
      query: { from: '2026-11-01', to: '2026-11-20' },
      reply: 'The annotations',
      example: { annotations: [launch] },
      refusals: [invalidInput('from must match the pattern ^\\d{4}-\\d\\d-\\d\\d$')],
    },
  },
  'DELETE /api/v1/annotations': {
    access: { scopes: ['annotations:write'], orRole: 'admin' },
    query: annotationName,
    data: annotationData,
    docs: {
      id: 'deleteAnnotation',
      summary: 'Delete an annotation',
      description: 'Returns the deleted annotation; PUT it under the same id to undo.',
      query,
      reply: 'What was deleted',
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
