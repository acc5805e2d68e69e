// Writes sdk/src/contract: the types of what the SDK asks and is answered, made of the contract's schemas, so
// that a published client needs no schema library. Run it when sdk/test/types.test.ts has other types.
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import * as annotations from '@tributary/contract/annotations.ts'
import * as dataExport from '@tributary/contract/data-export.ts'
import * as payments from '@tributary/contract/payments.ts'
import { cohortsData, cohortsInput } from '@tributary/contract/questions/cohorts.ts'
import { funnelData, funnelInput } from '@tributary/contract/questions/funnel.ts'
import { goalsData, goalsInput } from '@tributary/contract/questions/goals.ts'
import { journeysData, journeysInput } from '@tributary/contract/questions/journeys.ts'
import { modelsData, modelsInput } from '@tributary/contract/questions/model-comparison.ts'
import { pathsData, pathsInput } from '@tributary/contract/questions/paths.ts'
import { realtimeData, realtimeInput } from '@tributary/contract/questions/realtime.ts'
import { visitorsData, visitorsInput } from '@tributary/contract/questions/visitors.ts'
import * as spend from '@tributary/contract/spend.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

interface Named {
  schema: object
  /** What is sent may also be undefined where it may be absent. */
  isSent?: true
}

/** The types of each file by their names. */
const files: Record<string, Record<string, Named>> = {
  ways: {
    ModelsInput: { schema: modelsInput, isSent: true },
    ModelComparison: { schema: modelsData },
    PathsInput: { schema: pathsInput, isSent: true },
    Paths: { schema: pathsData },
    FunnelInput: { schema: funnelInput, isSent: true },
    Funnel: { schema: funnelData },
    JourneysInput: { schema: journeysInput, isSent: true },
    Journeys: { schema: journeysData },
  },
  people: {
    RealtimeInput: { schema: realtimeInput, isSent: true },
    Realtime: { schema: realtimeData },
    GoalsInput: { schema: goalsInput, isSent: true },
    Goals: { schema: goalsData },
    CohortsInput: { schema: cohortsInput, isSent: true },
    Cohorts: { schema: cohortsData },
    VisitorsInput: { schema: visitorsInput, isSent: true },
    Visitors: { schema: visitorsData },
  },
  lists: {
    PaymentsQuery: { schema: payments.paymentsQuery, isSent: true },
    PaymentsList: { schema: payments.paymentsList },
    AnnotationInput: { schema: annotations.annotationInput, isSent: true },
    Annotation: { schema: annotations.annotation },
    AnnotationsQuery: { schema: annotations.annotationsQuery, isSent: true },
    ExportQuery: { schema: dataExport.exportQuery, isSent: true },
  },
  spend: {
    SpendRowInput: { schema: spend.spendRowInput, isSent: true },
    SpendSaved: { schema: spend.spendSavedData },
    SpendQuery: { schema: spend.spendQuery, isSent: true },
    SpendList: { schema: spend.spendData },
    SpendDeletion: { schema: spend.spendDeletion, isSent: true },
    SpendDeleted: { schema: spend.spendDeletedData },
    SpendReportInput: { schema: spend.spendReportInput, isSent: true },
    SpendReport: { schema: spend.spendReportData },
  },
}

/** A JSON schema, as far as the contract uses the words. */
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

/** What a file of types says, formatted. */
function fileText(types: Record<string, Named>): string {
  const blocks = Object.entries(types).map(([name, { schema, isSent }]) => {
    const shape = schema as Shape
    return `${comment(shape.description)}export interface ${name} ${typeText(shape, isSent === true)}\n`
  })
  const isFiltered = blocks.some((block) => block.includes('Filter[]'))
  const head = [
    '// Made by scripts/sdk-types.ts of the contract; change it there.',
    ...(isFiltered ? ["import type { Filter } from '../report.ts'"] : []),
  ]
  return formatted(`${head.join('\n')}\n\n${blocks.join('\n')}`)
}

function typeText(shape: Shape, isSent: boolean): string {
  if (shape.const !== undefined) return JSON.stringify(shape.const)
  if (shape.enum) return shape.enum.map((one) => JSON.stringify(one)).join(' | ')
  if (shape.anyOf) return shape.anyOf.map((one) => typeText(one, isSent)).join(' | ')
  switch (shape.type) {
    case 'object':
      return objectText(shape, isSent)
    case 'array':
      return arrayText(shape, isSent)
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

function objectText(shape: Shape, isSent: boolean): string {
  const { properties, patternProperties = {}, required = [] } = shape
  if (properties === undefined) {
    const [values = {}] = Object.values(patternProperties)
    return `Record<string, ${typeText(values, isSent)}>`
  }
  const lines = Object.entries(properties).map(([name, property]) => {
    const isOptional = !required.includes(name)
    // Filters hold filters, which their schema leaves open.
    const type = name === 'filters' ? 'Filter[]' : typeText(property, isSent)
    const about = comment(property.description)
    return `${about}${name}${isOptional ? '?' : ''}: ${type}${isOptional && isSent ? ' | undefined' : ''}`
  })
  return `{\n${lines.join('\n')}\n}`
}

function arrayText({ items }: Shape, isSent: boolean): string {
  if (Array.isArray(items)) return `[${items.map((one) => typeText(one, isSent)).join(', ')}]`
  return `(${typeText((items ?? {}) as Shape, isSent)})[]`
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
