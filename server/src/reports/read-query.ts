import {
  type Dimension,
  dimensions,
  filterOperators,
  limits,
  type Metric,
  metrics,
  models,
  type QueryInput,
} from '@tributary/contract/query.ts'
import { AppError } from '../errors.ts'
import type { Site } from '../sites/site.ts'
import { readComparison, readRange } from './date-range.ts'
import { type FilterDimension, isTime, type ReportQuestion, type Word } from './question.ts'

const defaultLimit = 100
const defaultLookbackDays = 90
/** What can be counted by goal: a goal earns nothing by itself and has no visits of its own. */
const metricsOfGoals: readonly Metric[] = ['visitors', 'sessions', 'goals']

/** Understands a question about a site, or throws an `invalid` that names the words that exist. */
export function readQuery(input: QueryInput, site: Site, nowMs: number): ReportQuestion {
  const zone = readZone(input.timezone, site)
  const asked = input.metrics.map((spelt) => readWord(spelt, metrics, 'metrics'))
  const by = (input.dimensions ?? []).map((spelt) => readWord(spelt, dimensions, 'dimensions'))
  refuseTwice([...asked, ...by])
  refuseMixes(asked, by)
  const range = readRange(input.dateRange as string | [string, string], zone, nowMs)
  const compare = input.compare as string | [string, string] | undefined
  return {
    siteId: site.id,
    currency: site.currency,
    zone,
    metrics: asked,
    dimensions: by,
    range,
    comparedWith: compare === undefined ? undefined : readComparison(compare, range, zone),
    filters: (input.filters ?? []).map(readFilter),
    model: oneOf(input.model ?? models[0], models, 'model'),
    lookbackDays: input.lookback ?? defaultLookbackDays,
    order: readOrder(input.orderBy, asked, by),
    limit: input.limit ?? (by.some(({ name }) => isTime(name)) ? limits.rows : defaultLimit),
    offset: readCursor(input.cursor),
  }
}

function readZone(given: string | undefined, site: Site): string {
  if (given === undefined) return site.timezone
  try {
    return new Intl.DateTimeFormat('en', { timeZone: given }).resolvedOptions().timeZone
  } catch (cause) {
    throw new AppError('invalid', 'timezone must be an IANA time zone, such as Europe/Berlin', {
      cause,
    })
  }
}

const plain = (text: string) => text.replaceAll('_', '').toLowerCase()

/** Finds a word whether it is written in camelCase or in snake_case. */
function readWord<Name extends string>(
  spelt: string,
  known: Readonly<Record<Name, string>>,
  field: string,
): Word<Name> {
  const names = Object.keys(known) as Name[]
  const name = names.find((candidate) => plain(candidate) === plain(spelt))
  if (name !== undefined) return { name, spelt }
  throw new AppError('invalid', `${field} must be of ${names.join(', ')}`)
}

function oneOf<Name extends string>(given: string, known: readonly Name[], field: string): Name {
  const name = known.find((candidate) => candidate === given)
  if (name !== undefined) return name
  throw new AppError('invalid', `${field} must be one of ${known.join(', ')}`)
}

function refuseTwice(words: readonly Word<string>[]): void {
  const names = words.map(({ name }) => name)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) throw new AppError('invalid', `${twice} is asked for twice`)
}

function refuseMixes(asked: readonly Word<Metric>[], by: readonly Word<Dimension>[]): void {
  const ofEvents = by.find(({ name }) => name === 'page' || name === 'goal')
  if (ofEvents === undefined) return
  const other = by.find(({ name }) => name !== ofEvents.name && !isTime(name))
  if (other !== undefined) {
    throw new AppError(
      'invalid',
      `dimensions: ${ofEvents.name} can be combined with times, not with ${other.name}; use a filter`,
    )
  }
  const impossible = asked.find(({ name }) => !metricsOfGoals.includes(name))
  if (ofEvents.name === 'goal' && impossible !== undefined) {
    throw new AppError(
      'invalid',
      `metrics: ${impossible.name} cannot be asked by goal; ${metricsOfGoals.join(', ')} can`,
    )
  }
}

function readFilter([operator, dimension, values]: [string, string, string[]]) {
  const { name } = readWord(dimension, dimensions, 'filters: the dimension')
  if (isTime(name)) throw new AppError('invalid', `filters: use dateRange instead of ${name}`)
  const known = oneOf(operator, filterOperators, 'filters: the operator')
  if (known.endsWith('contain') || known === 'contains') {
    if (values.includes(''))
      throw new AppError('invalid', `filters: ${known} needs text to look for`)
  }
  return { operator: known, dimension: name satisfies FilterDimension, values }
}

/** As asked; without a wish, time runs forward and everything else begins with the most. */
function readOrder(
  given: [string, string][] | undefined,
  asked: readonly Word<Metric>[],
  by: readonly Word<Dimension>[],
): ReportQuestion['order'] {
  const words = [...asked, ...by]
  if (given !== undefined) {
    return given.map(([spelt, direction]) => {
      const word = words.find(({ name }) => plain(name) === plain(spelt))
      if (word === undefined) {
        throw new AppError('invalid', 'orderBy must name metrics or dimensions of the question')
      }
      return { key: word.spelt, descending: direction === 'desc' }
    })
  }
  const time = by.find(({ name }) => isTime(name))
  if (time !== undefined) return [{ key: time.spelt, descending: false }]
  return asked.slice(0, 1).map(({ spelt }) => ({ key: spelt, descending: true }))
}

function readCursor(cursor: string | undefined): number {
  if (cursor === undefined) return 0
  const offset = /^after-(\d{1,6})$/.exec(cursor)?.[1]
  if (offset === undefined)
    throw new AppError('invalid', 'cursor must be a nextCursor of an answer')
  return Number(offset)
}
