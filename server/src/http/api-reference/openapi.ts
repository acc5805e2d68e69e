import {
  failureSchema,
  serverErrorMessage,
  successOf,
  tooManyRequestsMessage,
  unauthorizedMessage,
} from '@tributary/contract/envelope.ts'
import { goalInput } from '@tributary/contract/goal.ts'
import { eventInput, eventsInput, eventsOutput, hitInput } from '@tributary/contract/hit.ts'
import { identifyInput } from '@tributary/contract/identify.ts'
import { listPublic, type PublicOperation, type Refusal } from '@tributary/contract/operation.ts'
import { operationGroups } from '@tributary/contract/operations/groups.ts'
import { publicOperations } from '@tributary/contract/operations/public.ts'
import { paymentData, paymentInput } from '@tributary/contract/payment.ts'
import { queryData, queryInput } from '@tributary/contract/query.ts'
import { pageViewSchema, sessionSchema, visitorData } from '@tributary/contract/visitor.ts'
import type { TSchema } from 'typebox'
import manifest from '../../../package.json' with { type: 'json' }
import { bodyLimitBytes } from '../json-body.ts'
import { type JsonSchema, jsonSchema } from './json-schema.ts'

/** The public API as the reference shows it. */
export const operations = listPublic(publicOperations)

/** The same by resource, in the order of the page. */
export const groups = operationGroups.map((group) => ({
  ...group,
  operations: group.operations.flatMap((name) =>
    operations.filter(({ method, path }) => `${method.toUpperCase()} ${path}` === name),
  ),
}))

/** The schemas that have a name in the document. */
const named = new Map<TSchema, string>([
  [goalInput, 'Goal'],
  [paymentInput, 'Payment'],
  [paymentData, 'RecordedPayment'],
  [eventInput, 'Event'],
  [eventsInput, 'Events'],
  [eventsOutput, 'EventsResult'],
  [identifyInput, 'Identity'],
  [visitorData, 'Visitor'],
  [sessionSchema, 'Session'],
  [pageViewSchema, 'PageView'],
  [queryInput, 'Query'],
  [queryData, 'Report'],
  [hitInput, 'Hit'],
  [failureSchema, 'Failure'],
])

const info = {
  title: 'Tributary',
  version: manifest.version,
  license: { name: 'MIT', identifier: 'MIT' },
  description:
    'Record events and payments from your server, and query reports. Every response is JSON in the same envelope: `status` is `success` with `data`, or `error` with a `code` that equals the HTTP status and a `message`. In requests, null and blank optional fields count as absent, and unknown fields are ignored. Times are ISO 8601, in UTC in responses. A key can send 100 requests a minute unless its owner set another limit. Changes to `/api/v1` only add optional fields and endpoints.',
}

/** The OpenAPI description of the public API, made from the schemas that validate its requests. */
export function openApiDocument(publicUrl: string) {
  const paths: Record<string, Record<string, ReturnType<typeof describe>>> = {}
  for (const operation of operations) {
    paths[operation.path] = { ...paths[operation.path], [operation.method]: describe(operation) }
  }
  const schemas: Record<string, JsonSchema> = {}
  for (const [schema, name] of named) schemas[name] = jsonSchema(schema, named)
  return {
    openapi: '3.1.1',
    info,
    servers: [{ url: publicUrl, description: 'This installation' }],
    tags: groups.map(({ title, description }) => ({ name: title, description })),
    paths,
    components: {
      schemas,
      headers,
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description:
            'An API key, created in the settings of the site and shown once. Keep it secret.',
        },
      },
    },
  }
}

function describe(operation: PublicOperation) {
  const { scopes, docs } = operation
  const { id, summary, description, status = 200 } = docs
  const isPublic = scopes.length === 0
  return {
    operationId: id,
    tags: groups.filter((group) => group.operations.includes(operation)).map(({ title }) => title),
    summary,
    description: isPublic ? description : `${description}\n\nScope: ${scopes.join(' or ')}.`,
    // Any one of the alternatives is enough.
    security: scopes.map((scope) => ({ apiKey: [scope] })),
    ...(hasParameters(operation) && { parameters: parametersOf(operation) }),
    ...(operation.body !== undefined && { requestBody: requestBody(operation.body, operation) }),
    responses: {
      [status]: successResponse(operation),
      ...refusalResponses(refusalsOf(operation), isPublic),
    },
  }
}

function hasParameters(operation: PublicOperation): boolean {
  return parametersOf(operation).length > 0
}

function parametersOf({ query, idempotency, tables = [], docs }: PublicOperation) {
  const required = new Set<string>(query?.required ?? [])
  const inQuery = Object.entries(query?.properties ?? {}).map(([name, schema]) => {
    const { description, ...rules } = jsonSchema(schema, named)
    const example = docs.query?.[name]
    return {
      name,
      in: 'query',
      required: required.has(name),
      description,
      schema: rules,
      ...(example !== undefined && { example }),
    }
  })
  return [
    ...inQuery,
    ...(idempotency === undefined ? [] : [idempotencyKey]),
    ...(tables.length > 1 ? [tableParameter(tables)] : []),
  ]
}

function tableParameter(tables: readonly string[]) {
  return {
    name: 'table',
    in: 'query',
    required: false,
    description: 'The table to return with `Accept: text/csv`',
    schema: { type: 'string', enum: tables },
  }
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'A unique key for this request. Repeating it with the same key within 24 hours returns the first response and has no further effect, so retries are safe',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
}

function requestBody(
  body: TSchema,
  { bodyLimitBytes: limit = bodyLimitBytes, docs }: PublicOperation,
) {
  const { bodies, contentTypes = ['application/json'] } = docs
  const content = { schema: refer(body), examples: bodies }
  return {
    required: true,
    description: `At most ${limit.toLocaleString('en')} bytes`,
    content: Object.fromEntries(contentTypes.map((type) => [type, content])),
  }
}

function successResponse({ data, tables, scopes, docs }: PublicOperation) {
  const { reply: description, file, example } = docs
  if (file !== undefined) {
    const content = { [file.contentType]: { schema: textOf(file.description) } }
    return { description, headers: headersOf(scopes.length === 0), content }
  }
  if (data === undefined) {
    const dropped = {
      description: 'Why the hit was not stored; absent when it was',
      schema: { type: 'string' },
    }
    return { description, headers: { 'X-Request-Id': header, 'X-Tributary-Dropped': dropped } }
  }
  return {
    description,
    headers: headersOf(scopes.length === 0),
    content: {
      'application/json': {
        schema: jsonSchema(successOf(data), named),
        example: { status: 'success', data: example },
      },
      ...(tables !== undefined && { 'text/csv': { schema: textOf(tablesText(tables)) } }),
    },
  }
}

function textOf(description: string) {
  return { type: 'string', description }
}

function tablesText(tables: readonly string[]): string {
  const [first] = tables
  return tables.length > 1
    ? `With \`Accept: text/csv\`: the table that \`?table=\` names (${tables.join(', ')}); ${first} by default`
    : 'With `Accept: text/csv`: the rows as a table'
}

function refusalsOf({ scopes, body, refusals }: PublicOperation): Refusal[] {
  const forKeys: Refusal[] = [
    { status: 401, description: 'The API key is missing or invalid', message: unauthorizedMessage },
    {
      status: 403,
      description: 'The key does not have the scope',
      message: `This API key does not have the scope ${scopes.join(' or ')}.`,
    },
  ]
  const forBodies: Refusal[] = [
    { status: 413, description: 'The body is too large', message: 'The body is too large' },
    {
      status: 415,
      description: 'The body is of another type, compressed or not UTF-8',
      message: 'Content-Type must be application/json',
    },
  ]
  return [
    ...refusals,
    ...(scopes.length > 0 ? forKeys : []),
    ...(body === undefined ? [] : forBodies),
    {
      status: 429,
      description: 'Too many requests in a minute; `Retry-After` says when to retry',
      message: tooManyRequestsMessage(100),
    },
    {
      status: 500,
      description: 'An error on the server; the log has details under `X-Request-Id`',
      message: serverErrorMessage,
    },
    {
      status: 503,
      description: 'A database is temporarily unavailable; nothing was recorded',
      message: 'The events engine is not available',
    },
  ]
}

function refusalResponses(refusals: readonly Refusal[], isPublic: boolean) {
  return Object.fromEntries(
    refusals.map(({ status, description, message }) => {
      const example = { status: 'error', error: { code: status, message } }
      // Only a caller with a valid key learns about its limit.
      const hidesLimit = isPublic || status === 401
      const retry = status === 429 || status === 503 ? { 'Retry-After': retryAfter } : {}
      return [
        status,
        {
          description,
          headers: { ...headersOf(hidesLimit), ...retry },
          content: { 'application/json': { schema: refer(failureSchema), example } },
        },
      ]
    }),
  )
}

function refer(schema: TSchema): JsonSchema {
  const name = named.get(schema)
  return name === undefined ? jsonSchema(schema, named) : { $ref: `#/components/schemas/${name}` }
}

const headers = {
  'X-Request-Id': { description: 'Names the request in the log', schema: { type: 'string' } },
  'X-RateLimit-Limit': { description: 'Requests a minute', schema: { type: 'integer' } },
  'X-RateLimit-Remaining': { description: 'How many are left', schema: { type: 'integer' } },
  'X-RateLimit-Reset': {
    description: 'When the limit resets, in Unix seconds',
    schema: { type: 'integer' },
  },
  'Retry-After': {
    description: 'Seconds to wait before trying again',
    schema: { type: 'integer' },
  },
}

const header = { $ref: '#/components/headers/X-Request-Id' }
const retryAfter = { $ref: '#/components/headers/Retry-After' }

function headersOf(hidesLimit: boolean): Record<string, { $ref: string }> {
  const names = Object.keys(headers).filter((name) =>
    name.startsWith('X-RateLimit-') ? !hidesLimit : name === 'X-Request-Id',
  )
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}
