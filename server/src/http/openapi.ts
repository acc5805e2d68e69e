import { failureSchema, successOf } from '@tributary/contract/envelope.ts'
import { goalData, goalInput } from '@tributary/contract/goal.ts'
import { eventsInput, eventsOutput } from '@tributary/contract/hit.ts'
import { identifyData, identifyInput } from '@tributary/contract/identify.ts'
import {
  paymentData,
  paymentInput,
  paymentQuery,
  paymentRecordedData,
} from '@tributary/contract/payment.ts'
import { visitorData, visitorQuery } from '@tributary/contract/visitor.ts'
import type { FastifyInstance } from 'fastify'
import type { TObject } from 'typebox'
import type { Services } from '../services.ts'

/** One endpoint of the public API, as `GET /api/openapi.json` describes it. */
export interface Operation {
  method: 'get' | 'post'
  path: string
  operationId: string
  summary: string
  /** A key needs one of these. */
  scopes: readonly string[]
  body?: TObject
  query?: TObject
  data: TObject
  idempotent?: true
}

/** The public API in the contract's order, then what came after it. */
export const operations: readonly Operation[] = [
  {
    method: 'post',
    path: '/api/v1/goal',
    operationId: 'recordGoal',
    summary: 'Record a goal event',
    scopes: ['goals:write'],
    body: goalInput,
    data: goalData,
    idempotent: true,
  },
  {
    method: 'post',
    path: '/api/v1/payment',
    operationId: 'recordPayment',
    summary: 'Record a payment and link it to a visitor',
    scopes: ['payments:write'],
    body: paymentInput,
    data: paymentRecordedData,
    idempotent: true,
  },
  {
    method: 'get',
    path: '/api/v1/visitor',
    operationId: 'getVisitor',
    summary: 'Read the data of one visitor',
    scopes: ['visitors:read'],
    query: visitorQuery,
    data: visitorData,
  },
  {
    method: 'get',
    path: '/api/v1/payment',
    operationId: 'getPayment',
    summary: 'Read one payment with its receipt',
    scopes: ['payments:write', 'visitors:read', 'stats:read'],
    query: paymentQuery,
    data: paymentData,
  },
  {
    method: 'post',
    path: '/api/v1/events',
    operationId: 'recordEvents',
    summary: 'Record up to 1,000 page views, goals and identifies',
    scopes: ['events:write'],
    body: eventsInput,
    data: eventsOutput,
  },
  {
    method: 'post',
    path: '/api/v1/identify',
    operationId: 'identifyVisitor',
    summary: 'Tell who a visitor is',
    scopes: ['events:write', 'payments:write', 'goals:write'],
    body: identifyInput,
    data: identifyData,
  },
]

/** `GET /api/openapi.json`: the public API in OpenAPI 3.1, made from the schemas that validate it. */
export function openapiRoutes(app: FastifyInstance, { config }: Services): void {
  const document = JSON.stringify(openapiDocument(config.publicUrl))
  app.get('/api/openapi.json', async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(document),
  )
}

/** The whole description; `url` is where the API is reached. */
export function openapiDocument(url: string) {
  const paths: Record<string, Record<string, object>> = {}
  for (const operation of operations) {
    paths[operation.path] = { ...paths[operation.path], [operation.method]: describe(operation) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Tributary',
      version: '1',
      summary: 'Web analytics that knows where the revenue comes from',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url }],
    security: [{ apiKey: [] }],
    paths,
    components: {
      securitySchemes: { apiKey: { type: 'http', scheme: 'bearer', description: keyText } },
      schemas: { Failure: failureSchema },
      responses: Object.fromEntries(
        failures.map(([status, description]) => [`Failure${status}`, failed(description)]),
      ),
      headers: rateLimitHeaders,
    },
  }
}

const keyText = 'An API key, made in the site settings. Its scopes say which endpoints it may use.'

const failures: readonly (readonly [number, string])[] = [
  [400, 'A parameter is missing, of the wrong type or out of bounds'],
  [401, 'The API key is missing or invalid'],
  [403, 'The API key does not have the scope'],
  [404, 'There is no such thing on this site'],
  [409, 'The Idempotency-Key was used with another body'],
  [413, 'The body is too large'],
  [415, 'The body is not JSON in UTF-8'],
  [429, 'Too many requests in this minute; Retry-After says when to try again'],
  [500, 'Internal server error'],
  [503, 'Nothing can be kept or read just now; try again'],
]

const rateLimitHeaders = {
  'X-RateLimit-Limit': header('Requests per minute that this key may send'),
  'X-RateLimit-Remaining': header('Requests left in this minute'),
  'X-RateLimit-Reset': header('When the minute ends, in Unix seconds'),
}

function header(description: string) {
  return { description, schema: { type: 'integer' } }
}

function failed(description: string) {
  return { description, content: json({ $ref: '#/components/schemas/Failure' }) }
}

function json(schema: object) {
  return { 'application/json': { schema } }
}

function describe({ method, operationId, summary, scopes, body, query, data, ...rest }: Operation) {
  const statuses = failures
    .map(([status]) => status)
    .filter((status) => method === 'post' || (status !== 413 && status !== 415))
    .filter((status) => status !== 404 || method === 'get')
    .filter((status) => status !== 409 || rest.idempotent)
  const parameters = [...(query ? queryParameters(query) : []), ...(rest.idempotent ? [once] : [])]
  return {
    operationId,
    summary,
    description: `Scope: ${scopes.join(' or ')}`,
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: { required: true, content: json(body) } }),
    responses: {
      200: {
        description: 'Done',
        headers: Object.fromEntries(
          Object.keys(rateLimitHeaders).map((name) => [
            name,
            { $ref: `#/components/headers/${name}` },
          ]),
        ),
        content: json(successOf(data)),
      },
      ...Object.fromEntries(
        statuses.map((status) => [status, { $ref: `#/components/responses/Failure${status}` }]),
      ),
    },
  }
}

const once = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'Repeats with the same key and body within 24 hours do nothing and get the first reply',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
}

function queryParameters(query: TObject) {
  const required = new Set<string>(query.required ?? [])
  return Object.entries(query.properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.has(name),
    ...('description' in schema && { description: schema.description }),
    schema,
  }))
}
