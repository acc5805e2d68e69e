import { useQuery } from '@tanstack/react-query'
import type { QueryInput } from '@tributary/contract/query.ts'
import { holdsText, isReadWhole } from '../format/dimension-label.ts'
import type { Dimension } from '../url-state/dimension.ts'
import type { Range } from '../url-state/range.ts'
import { previousAnswer } from './client/previous-answer.ts'
import { useLater } from './client/use-later.ts'
import { useLabel } from './goal-name.ts'
import { ask, numberIn, scopeOf, searchOf } from './query.ts'

/** One value that a dimension has at the site, and how many visitors had it in the range. */
export interface KnownValue {
  value: string
  label: string
  visitors: number
}

/** A filter by one of these is about visits, whose other pages are included. */
const manyOfVisit: readonly Dimension[] = ['page']
const fewShown = 8
const enoughToChoose = 300

interface Wanted {
  dimension: Dimension
  range: Range
  /** A part of the value, as it is stored or as it is displayed. */
  text: string
  /** Whether an empty value counts as well, such as no campaign. */
  withNothing?: boolean
  /** Nothing is requested if it is false. */
  isAsked?: boolean
}

/**
 * The site's values that contain a text, the most frequent first: known ones at once, those on the server once the
 * text has not changed for a moment.
 */
export function useKnownValues(
  siteId: string,
  { dimension, range, text, withNothing, isAsked = true }: Wanted,
) {
  const labelOf = useLabel(siteId)
  const askedText = useLater(text, 200)
  // Sites choose the names of their goals.
  const isRead = isReadWhole(dimension) || dimension === 'goal'
  const isChosenHere = isRead || manyOfVisit.includes(dimension)
  const body: QueryInput = {
    dateRange: scopeOf({ range, filters: [], model: 'last' }).dateRange,
    filters: isRead ? [] : searchOf(dimension, askedText),
    metrics: ['visitors'],
    dimensions: [dimension],
    orderBy: [['visitors', 'desc']],
    limit: isChosenHere ? enoughToChoose : fewShown,
  }
  return useQuery({
    enabled: isAsked,
    queryKey: ['values', siteId, body],
    queryFn: ({ signal }) => ask(siteId, body, signal),
    select: ({ rows }) => {
      const known = rows.flatMap((row): KnownValue[] => {
        const value = String(row[dimension] ?? '')
        if ((value === '' && !withNothing) || row.notLinked === true) return []
        return [{ value, label: labelOf(dimension, value), visitors: numberIn(row, 'visitors') }]
      })
      return known
        .filter(({ label, value }) => [label, value].some((words) => holdsText(words, text)))
        .slice(0, fewShown)
    },
    placeholderData: previousAnswer(siteId, body),
    staleTime: 60_000,
  })
}
