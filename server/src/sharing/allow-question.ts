import { panelDimensions, sharedMetrics } from '@tributary/contract/app/share.ts'
import { trafficMetrics } from '@tributary/contract/metric-groups.ts'
import type { QueryInput } from '@tributary/contract/query.ts'
import { AppError } from '../errors.ts'
import type { Filter } from '../reports/queries/filter.ts'
import type { ReportQuestion } from '../reports/question.ts'
import { readQuery } from '../reports/read-query.ts'
import type { Site } from '../site.ts'
import type { Share } from './share.ts'

/** What reading a share link's question needs. */
interface Asked {
  share: Share
  site: Site
  nowMs: number
  /** Goals that the site does not show: no row is about them, and none can be guessed. */
  hiddenGoals: readonly string[]
}

/**
 * Reads a share link's question, or refuses it: it may only use the dimensions of the chosen panels, money only if
 * the link shows some, and always within the link's own filters.
 */
export function readSharedQuery(
  input: QueryInput,
  { share, site, nowMs, hiddenGoals }: Asked,
): ReportQuestion {
  const asked = readQuery(input, site, nowMs)
  const dimensions = share.panels.flatMap((panel) => panelDimensions[panel])
  const metrics = share.showsMoney ? sharedMetrics : trafficMetrics
  const wrongMetric = asked.metrics.find(({ name }) => !metrics.includes(name))
  if (wrongMetric !== undefined) throw notShared(wrongMetric.name)
  const known: readonly string[] = dimensions
  const wrongDimension = asked.dimensions.find(({ name }) => !known.includes(name))
  if (wrongDimension !== undefined) throw notShared(wrongDimension.name)
  if (asked.dimensions.length > 1) throw notShared('more than one dimension')
  if (asked.dimensions.length === 0 && !share.panels.includes('figures')) throw notShared('figures')
  if (asked.filters.payments.length > 0) throw notShared('a filter of payments')
  for (const filter of asked.filters.visits) {
    refuseFilter(filter, known)
    if (revealsHiddenGoal(filter, hiddenGoals)) throw notShared('this goal')
  }
  const filters = [...share.filters, ...(input.filters ?? [])]
  return { ...readQuery({ ...input, filters }, site, nowMs), hiddenGoals }
}

/** A share link may only be filtered by what it shows, one condition per dimension. */
function refuseFilter(filter: Filter, known: readonly string[]): void {
  if (!('dimension' in filter)) throw notShared('a group of filters')
  if (!known.includes(filter.dimension)) throw notShared(`a filter by ${filter.dimension}`)
}

/** Whether the result depends on a hidden goal: by its name, or by a part of its name. */
function revealsHiddenGoal(filter: Filter, hiddenGoals: readonly string[]): boolean {
  if (!('dimension' in filter) || filter.dimension !== 'goal' || hiddenGoals.length === 0) {
    return false
  }
  const isByName = filter.operator === 'is' || filter.operator === 'is_not'
  return !isByName || filter.values.some((value) => hiddenGoals.includes(value))
}

function notShared(what: string): AppError {
  return new AppError('forbidden', `This link does not share ${what}`)
}
