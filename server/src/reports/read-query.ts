import { limits, type Metric, metrics, models, type QueryInput } from '@tributary/contract/query.ts'
import { AppError } from '../errors.ts'
import type { Site } from '../site.ts'
import { checkTimezone } from '../sites/check-timezone.ts'
import { readComparison, readRange } from './date-range.ts'
import { isOfMoneyAlone, metricsOfGoals } from './metric-needs.ts'
import {
  type Breakdown,
  isOfEvents,
  isOfPayments,
  isTime,
  type ReportQuestion,
  type ReportScope,
  type Word,
} from './question.ts'
import { readFilters } from './read-filters.ts'
import { isSameWord, oneOf, readDimension, readWord } from './read-words.ts'

const defaultLimit = 100
const defaultLookbackDays = 90

/** Reads a question about a site, or throws an `invalid` that lists the valid words. */
export function readQuery(input: QueryInput, site: Site, nowMs: number): ReportQuestion {
  const asked = input.metrics.map((spelt) => readWord(spelt, metrics, 'metrics'))
  const scope = readScope(input, site)
  const { zone, dimensions: by } = scope
  refuseTwice([...asked.map(({ name }) => name), ...by.map(({ spelt }) => spelt)])
  refuseMixes(asked, by)
  const named = input.dateRange as string | [string, string]
  const range = readRange(named, zone, nowMs)
  const compare = input.compare as string | [string, string] | undefined
  return {
    ...scope,
    metrics: asked,
    range,
    comparedWith:
      compare === undefined
        ? undefined
        : readComparison(compare, { asked: named, range }, { zone, nowMs }),
    order: readOrder(input.orderBy, asked, by),
    limit: input.limit ?? (by.some(({ name }) => isTime(name)) ? limits.rows : defaultLimit),
    offset: readCursor(input.cursor),
  }
}

/** What every question about visits and money has in common. */
export function readScope(
  input: Pick<
    QueryInput,
    'dimensions' | 'filters' | 'model' | 'lookback' | 'includeDirect' | 'refundsOn' | 'timezone'
  >,
  site: Site,
): ReportScope {
  const { lookback = defaultLookbackDays } = input
  return {
    siteId: site.id,
    currency: site.currency,
    zone: readZone(input.timezone, site),
    dimensions: (input.dimensions ?? []).map((spelt) => readDimension(spelt, 'dimensions')),
    filters: readFilters(input.filters),
    model: oneOf(input.model ?? models[0], models, 'model'),
    lookbackDays: lookback === 'none' ? Number.POSITIVE_INFINITY : lookback,
    includeDirect: input.includeDirect ?? false,
    refundsOnPayment: input.refundsOn === 'payment',
  }
}

function readZone(given: string | undefined, site: Site): string {
  if (given === undefined) return site.timezone
  return checkTimezone(given)
}

function refuseTwice(words: readonly string[]): void {
  const twice = words.find((word, index) =>
    words.slice(0, index).some((earlier) => isSameWord(earlier, word)),
  )
  if (twice !== undefined) throw new AppError('invalid', `${twice} is asked for twice`)
}

function refuseMixes(asked: readonly Word<Metric>[], by: readonly Breakdown[]): void {
  const ofEvents = by.find(({ name }) => isOfEvents(name))
  const other = by.find(({ name }) => !isTime(name) && !goTogether(ofEvents?.name, name))
  if (ofEvents !== undefined && other !== undefined) {
    throw new AppError(
      'invalid',
      `dimensions: ${ofEvents.spelt} can be combined with times, not with ${other.spelt}; use a filter`,
    )
  }
  if (ofEvents !== undefined && ofEvents.name !== 'page') {
    const impossible = asked.find(({ name }) => !metricsOfGoals.includes(name))
    if (impossible !== undefined) {
      throw new AppError(
        'invalid',
        `metrics: ${impossible.name} cannot be asked by ${ofEvents.spelt}; ${metricsOfGoals.join(', ')} can`,
      )
    }
  }
  const ofPayments = by.find(({ name }) => isOfPayments(name))
  const impossible = asked.find(({ name }) => !isOfMoneyAlone(name))
  if (ofPayments !== undefined && impossible !== undefined) {
    throw new AppError(
      'invalid',
      `metrics: ${impossible.name} cannot be asked by ${ofPayments.name}, which visits have none of; ${(Object.keys(metrics) as Metric[]).filter(isOfMoneyAlone).join(', ')} can`,
    )
  }
}

/** A goal and its properties belong to one event; all its other dimensions are its visit's. */
function goTogether(ofEvents: string | undefined, name: Breakdown['name']): boolean {
  return ofEvents === 'page' ? name === 'page' : name === 'goal' || name === 'property'
}

/** The requested order; by default time runs forward, and everything else begins with the largest. */
function readOrder(
  given: [string, string][] | undefined,
  asked: readonly Word<Metric>[],
  by: readonly Breakdown[],
): ReportQuestion['order'] {
  const words: Word<string>[] = [...asked, ...by]
  if (given !== undefined) {
    return given.map(([spelt, direction]) => {
      const word = words.find((known) => isSameWord(known.spelt, spelt))
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
