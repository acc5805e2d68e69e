import { labelOf } from '../../format/dimension-label.ts'
import { hasMarks } from '../../marks/mark.tsx'
import { Marked } from '../../marks/marked.tsx'
import type { Dimension } from '../../url-state/dimension.ts'

/** A value of a dimension in a table: its name with its icon. */
export function ValueName({ dimension, value }: { dimension: Dimension; value: string }) {
  const label = labelOf(dimension, value)
  if (!hasMarks(dimension) || value === '') return label
  return (
    <Marked kind={dimension} value={value} label={label}>
      {label}
    </Marked>
  )
}
