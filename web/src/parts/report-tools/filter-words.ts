import type { LabelOf } from '../../format/dimension-label.ts'
import { texts } from '../../texts/texts.ts'
import type { Filter } from '../../url-state/filter.ts'

/** A filter in words: subject, condition and values. */
export function wordsOf({ dimension, operator, values }: Filter, labelOf: LabelOf) {
  const subject = texts.panels.names[dimension]
  const condition = texts.filters[operator]
  const value = values.map((one) => labelOf(dimension, one)).join(texts.filters.or)
  return { subject, condition, value, whole: `${subject} ${condition} ${value}` }
}
