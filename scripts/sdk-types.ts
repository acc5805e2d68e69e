// Writes sdk/src/contract: the inputs and outputs of the operations that the SDK calls, generated from the
// contract's schemas, so that a published client needs no schema library. Run it when sdk/test/types.test.ts reports
// outdated types.
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import * as annotations from '@tributary/contract/annotations.ts'
import * as dataExport from '@tributary/contract/data-export.ts'
import { goalData, goalInput } from '@tributary/contract/goal.ts'
import { eventInput, eventsOutput } from '@tributary/contract/hit.ts'
import { identifyData, identifyInput } from '@tributary/contract/identify.ts'
import type { Operation } from '@tributary/contract/operation.ts'
import { publicOperations } from '@tributary/contract/operations/public.ts'
import { paymentData, paymentInput, paymentRecordedData } from '@tributary/contract/payment.ts'
import * as payments from '@tributary/contract/payments.ts'
import { queryData, queryInput } from '@tributary/contract/query.ts'
import { cohortsData, cohortsInput } from '@tributary/contract/questions/cohorts.ts'
import { funnelData, funnelInput } from '@tributary/contract/questions/funnel.ts'
import { goalsData, goalsInput } from '@tributary/contract/questions/goals.ts'
import { journeysData, journeysInput } from '@tributary/contract/questions/journeys.ts'
import { modelsData, modelsInput } from '@tributary/contract/questions/model-comparison.ts'
import { pathsData, pathsInput } from '@tributary/contract/questions/paths.ts'
import { realtimeData, realtimeInput } from '@tributary/contract/questions/realtime.ts'
import { visitorsData, visitorsInput } from '@tributary/contract/questions/visitors.ts'
import * as reconciling from '@tributary/contract/reconciliation.ts'
import * as spend from '@tributary/contract/spend.ts'
import * as subscriptions from '@tributary/contract/subscriptions.ts'
import { erasureData, visitorData } from '@tributary/contract/visitor.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

interface Named {
  schema: object
  /** Input: its optional fields may also be undefined. */
  isSent?: true
}

const sent = (schema: object): Named => ({ schema, isSent: true })

/** The types of each file by their names. */
const files: Record<string, Record<string, Named>> = {
  ways: {
    ModelsInput: sent(modelsInput),
    ModelComparison: { schema: modelsData },
    PathsInput: sent(pathsInput),
    Paths: { schema: pathsData },
    FunnelInput: sent(funnelInput),
    Funnel: { schema: funnelData },
    JourneysInput: sent(journeysInput),
    Journeys: { schema: journeysData },
  },
  people: {
    RealtimeInput: sent(realtimeInput),
    Realtime: { schema: realtimeData },
    GoalsInput: sent(goalsInput),
    Goals: { schema: goalsData },
    CohortsInput: sent(cohortsInput),
    Cohorts: { schema: cohortsData },
    VisitorsInput: sent(visitorsInput),
    Visitors: { schema: visitorsData },
  },
  lists: {
    PaymentsQuery: sent(payments.paymentsQuery),
    PaymentsList: { schema: payments.paymentsList },
    AnnotationInput: sent(annotations.annotationInput),
    Annotation: { schema: annotations.annotation },
    AnnotationsQuery: sent(annotations.annotationsQuery),
    ExportQuery: sent(dataExport.exportQuery),
  },
  ledger: {
    ReconciliationQuery: sent(reconciling.reconciliationQuery),
    Reconciliation: { schema: reconciling.reconciliation },
    SubscriptionReportInput: sent(subscriptions.subscriptionReportInput),
    SubscriptionReport: { schema: subscriptions.subscriptionReportData },
  },
  spend: {
    SpendRowInput: sent(spend.spendRowInput),
    SpendSaved: { schema: spend.spendSavedData },
    SpendQuery: sent(spend.spendQuery),
    SpendList: { schema: spend.spendData },
    SpendDeletion: sent(spend.spendDeletion),
    SpendDeleted: { schema: spend.spendDeletedData },
    SpendReportInput: sent(spend.spendReportInput),
    SpendReport: { schema: spend.spendReportData },
  },
}

/** Hand-written types, with more explanation or more kinds of values, by the file that contains them. */
const written: Record<string, Record<string, object>> = {
  inputs: {
    GoalInput: goalInput,
    GoalResult: goalData,
    PaymentInput: paymentInput,
    PaymentResult: paymentRecordedData,
    EventInput: eventInput,
    EventsResult: eventsOutput,
    IdentifyInput: identifyInput,
    IdentifyResult: identifyData,
  },
  outputs: { Payment: paymentData, Visitor: visitorData, Erasure: erasureData },
  report: { QueryInput: queryInput, Report: queryData },
}

/** What the client calls. */
const called: (keyof typeof publicOperations)[] = [
  'POST /api/v1/goal',
  'POST /api/v1/payment',
  'GET /api/v1/payment',
  'GET /api/v1/payments',
  'GET /api/v1/reconciliation',
  'POST /api/v1/events',
  'POST /api/v1/identify',
  'GET /api/v1/visitor',
  'DELETE /api/v1/visitor',
  'POST /api/v1/query',
  'POST /api/v1/models',
  'POST /api/v1/paths',
  'POST /api/v1/realtime',
  'POST /api/v1/funnel',
  'POST /api/v1/goals',
  'POST /api/v1/journeys',
  'POST /api/v1/cohorts',
  'POST /api/v1/visitors',
  'PUT /api/v1/spend',
  'GET /api/v1/spend',
  'DELETE /api/v1/spend',
  'POST /api/v1/spend/report',
  'POST /api/v1/subscriptions/report',
  'PUT /api/v1/annotations',
  'GET /api/v1/annotations',
  'DELETE /api/v1/annotations',
  'GET /api/v1/export',
]

/** The name and the file of each schema that has a named type. */
const names = new Map<object, { name: string; file: string }>()
for (const [file, types] of Object.entries(files)) {
  for (const [name, { schema }] of Object.entries(types))
    names.set(schema, { name, file: `./${file}.ts` })
}
for (const [file, types] of Object.entries(written)) {
  for (const [name, schema] of Object.entries(types))
    names.set(schema, { name, file: `../${file}.ts` })
}

/** The input and output types of each operation, in a separate file. */
function operationsText(): string {
  const lines = called.map((name) => {
    const { query, body, data }: Operation = publicOperations[name]
    const required: readonly string[] = query?.required ?? []
    const parts = [
      query && `query${required.length === 0 ? '?' : ''}: ${named(query, true)}`,
      body && `body: ${named(body, true)}`,
      data && `data: ${named(data, false)}`,
    ]
    return `'${name}': { ${parts.filter(Boolean).join('; ')} }`
  })
  const text = lines.join('\n')
  const imports = new Map<string, string[]>()
  for (const { name, file } of names.values()) {
    if (new RegExp(`\\b${name}\\b`).test(text))
      imports.set(file, [...(imports.get(file) ?? []), name])
  }
  const head = [...imports]
    .sort()
    .map(([file, list]) => `import type { ${list.sort().join(', ')} } from '${file}'`)
  return formatted(
    `${[made, ...head].join('\n')}\n\n/** What each operation that is called takes and answers. */\nexport interface Operations {\n${text}\n}\n`,
  )
}

/** The name of a schema that has a named type; its type otherwise. */
function named(schema: object, isSent: boolean): string {
  return names.get(schema)?.name ?? typeText(schema as Shape, isSent, named)
}

const made = '// Made by scripts/sdk-types.ts of the contract; change it there.'

/** The keywords of JSON Schema that the contract uses. */
interface Shape {
  description?: string
  type?: string
  const?: unknown
  enum?: readonly unknown[]
  anyOf?: readonly Shape[]
  items?: Shape | readonly Shape[]
  properties?: Record<string, Shape>
  patternProperties?: Record<string, Shape>
  required?: readonly string[]
}

/** The formatted text of a file of types. */
function fileText(types: Record<string, Named>): string {
  const blocks = Object.entries(types).map(([name, { schema, isSent }]) => {
    const shape = schema as Shape
    return `${comment(shape.description)}export interface ${name} ${typeText(shape, isSent === true)}\n`
  })
  const isFiltered = blocks.some((block) => block.includes('Filter[]'))
  const head = [made, ...(isFiltered ? ["import type { Filter } from '../report.ts'"] : [])]
  return formatted(`${head.join('\n')}\n\n${blocks.join('\n')}`)
}

/** `inner` renders the parts; by default all of them are written out. */
function typeText(shape: Shape, isSent: boolean, inner: Inner = typeText): string {
  if (shape.const !== undefined) return JSON.stringify(shape.const)
  if (shape.enum) return shape.enum.map((one) => JSON.stringify(one)).join(' | ')
  if (shape.anyOf) return shape.anyOf.map((one) => inner(one, isSent)).join(' | ')
  switch (shape.type) {
    case 'object':
      return objectText(shape, isSent, inner)
    case 'array':
      return arrayText(shape, isSent, inner)
    case 'integer':
      return 'number'
    case 'string':
    case 'number':
    case 'boolean':
    case 'null':
      return shape.type
    default:
      return 'unknown'
  }
}

type Inner = (shape: Shape, isSent: boolean) => string

function objectText(shape: Shape, isSent: boolean, inner: Inner): string {
  const { properties, patternProperties = {}, required = [] } = shape
  if (properties === undefined) {
    const [values = {}] = Object.values(patternProperties)
    return `Record<string, ${inner(values, isSent)}>`
  }
  const lines = Object.entries(properties).map(([name, property]) => {
    const isOptional = !required.includes(name)
    // Filters hold filters, which their schema leaves open.
    const type = name === 'filters' ? 'Filter[]' : inner(property, isSent)
    const about = comment(property.description)
    return `${about}${name}${isOptional ? '?' : ''}: ${type}${isOptional && isSent ? ' | undefined' : ''}`
  })
  return `{\n${lines.join('\n')}\n}`
}

function arrayText({ items }: Shape, isSent: boolean, inner: Inner): string {
  if (Array.isArray(items)) return `[${items.map((one) => inner(one, isSent)).join(', ')}]`
  return `(${inner((items ?? {}) as Shape, isSent)})[]`
}

function comment(description: string | undefined): string {
  return description === undefined ? '' : `/** ${description.replaceAll('*/', '* /')} */\n`
}

function formatted(text: string): string {
  const options = ['format', '--stdin-file-path=types.ts']
  const { stdout, status, stderr } = spawnSync(`${root}node_modules/.bin/biome`, options, {
    cwd: root,
    input: text,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`biome did not format the types: ${stderr}`)
  return stdout
}

for (const [name, types] of Object.entries(files)) {
  writeFileSync(`${root}sdk/src/contract/${name}.ts`, fileText(types))
}
writeFileSync(`${root}sdk/src/contract/operations.ts`, operationsText())
