import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { QueryInput } from '@tributary/contract/query.ts'
import { useLabel } from '../parts/report-tools/dimension-label.ts'
import type { Dimension } from '../url-state/dimension.ts'
import type { Range } from '../url-state/range.ts'
import { ask, numberIn, scopeOf } from './query.ts'

/** One value that a dimension has at the site, and how many visitors had it in the range. */
export interface KnownValue {
  value: string
  label: string
  visitors: number
}

/** What people read here is not what is stored, so the server cannot look for it. */
const translated: readonly Dimension[] = ['channel', 'country', 'device', 'language', 'goal']
/** A filter by one of these is about visits, whose other pages come along. */
const manyOfVisit: readonly Dimension[] = ['page']
const fewShown = 8
const enoughToChoose = 300

interface Wanted {
  dimension: Dimension
  range: Range
  /** A part of the value. */
  text: string
}

/** The site's own values that hold a text, the most frequent first. */
export function useKnownValues(siteId: string, { dimension, range, text }: Wanted) {
  const labelOf = useLabel(siteId)
  const isTranslated = translated.includes(dimension)
  // A goal is found by the name it is sent by as well.
  const isGoal = dimension === 'goal'
  const isChosenHere = isTranslated || manyOfVisit.includes(dimension)
  const search = { dimension, operator: 'contains' as const, values: [text] }
  const { dateRange, filters } = scopeOf({
    range,
    filters: text === '' || isTranslated ? [] : [search],
    model: 'last',
  })
  const body: QueryInput = {
    dateRange,
    filters,
    metrics: ['visitors'],
    dimensions: [dimension],
    orderBy: [['visitors', 'desc']],
    limit: isChosenHere ? enoughToChoose : fewShown,
  }
  return useQuery({
    queryKey: ['values', siteId, body],
    queryFn: ({ signal }) => ask(siteId, body, signal),
    select: ({ rows }) => {
      const known = rows.flatMap((row): KnownValue[] => {
        const value = String(row[dimension] ?? '')
        // Whoever looks for "no campaign" finds it in the panel; here it would be a blank line.
        if (value === '' || row.notLinked === true) return []
        return [{ value, label: labelOf(dimension, value), visitors: numberIn(row, 'visitors') }]
      })
      const wanted = text.toLocaleLowerCase()
      const holds = (one: string) => one.toLocaleLowerCase().includes(wanted)
      return known
        .filter(({ label, value }) => !isChosenHere || holds(label) || (isGoal && holds(value)))
        .slice(0, fewShown)
    },
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
}
