import { labelOf } from '../../format/dimension-label.ts'
import { Marked } from '../../marks/marked.tsx'

interface OriginProps {
  source: string
  /** The other UTM values, which are shown as they were written. */
  more: readonly (string | undefined)[]
}

/** Where an ad was shown: the source as in every other report, then its other UTM values. */
export function Origin({ source, more }: OriginProps) {
  const rest = more.filter(Boolean)
  if (source === '') return rest.join(' / ')
  const label = labelOf('source', source)
  return (
    <Marked kind="source" value={source} label={label}>
      {[label, ...rest].join(' / ')}
    </Marked>
  )
}
