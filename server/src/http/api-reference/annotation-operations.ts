import {
  type Annotation,
  annotationData,
  annotationInput,
  annotationName,
  annotationNotFound,
  annotationsData,
  annotationsQuery,
  annotationTextRequired,
} from '@tributary/contract/annotations.ts'
import { annotationTables } from '../../annotations/tables.ts'
import { bodyLimitBytes } from '../json-body.ts'
import type { Operation } from './operation.ts'

const path = '/api/v1/annotations'

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

const body: Operation['body'] = {
  schema: annotationInput,
  contentTypes: ['application/json'],
  limitBytes: bodyLimitBytes,
  examples: {
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
  },
}

const invalid = {
  status: 400,
  description: 'Something required is missing, or a value breaks its rule; the message names it',
  message: annotationTextRequired,
} as const

/** Notes on the time line. */
export const annotationOperations: readonly Operation[] = [
  {
    method: 'post',
    path,
    id: 'addAnnotation',
    summary: 'Add an annotation',
    description:
      'Marks a day, a moment or a span on the time line of the site: a launch, a new price, an outage. The dashboard shows it on its chart.',
    scopes: ['annotations:write'],
    body,
    reply: {
      status: 200,
      description: 'The annotation, with the id it was given',
      data: { schema: annotationData, example: { annotation: launch } },
    },
    refusals: [invalid],
  },
  {
    method: 'put',
    path,
    id: 'putAnnotation',
    summary: 'Add or replace an annotation under an id of your own',
    description:
      'The same, under an id that you choose: said again, it takes the place of what was there, so a release script may repeat itself.',
    scopes: ['annotations:write'],
    query: { schema: annotationName, example: { annotationId: 'release-42' } },
    body,
    reply: {
      status: 200,
      description: 'The annotation as it is now',
      data: { schema: annotationData, example: { annotation: launch } },
    },
    refusals: [invalid],
  },
  {
    method: 'get',
    path,
    id: 'listAnnotations',
    summary: 'List annotations',
    description: 'What was noted of some days, the latest first. A site has at most 2,000.',
    scopes: ['stats:read', 'annotations:write'],
    query: { schema: annotationsQuery, example: { from: '2026-11-01', to: '2026-11-20' } },
    reply: {
      status: 200,
      description: 'The annotations',
      data: { schema: annotationsData, example: { annotations: [launch] } },
      tables: Object.keys(annotationTables),
    },
    refusals: [{ ...invalid, message: 'from must match the pattern ^\\d{4}-\\d\\d-\\d\\d$' }],
  },
  {
    method: 'delete',
    path,
    id: 'deleteAnnotation',
    summary: 'Delete an annotation',
    description: 'Returns the deleted annotation; PUT it under the same id to undo.',
    scopes: ['annotations:write'],
    query: { schema: annotationName, example: { annotationId: 'release-42' } },
    reply: {
      status: 200,
      description: 'What was deleted',
      data: { schema: annotationData, example: { annotation: launch } },
    },
    refusals: [
      { ...invalid, message: 'annotationId parameter is required' },
      { status: 404, description: 'The site has no such annotation', message: annotationNotFound },
    ],
  },
]
