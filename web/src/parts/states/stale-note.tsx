import { formatInstantTime } from '../../format/date.ts'
import { texts } from '../../texts/texts.ts'
import { Notice } from './notice.tsx'

/** Shows since when the figures are stale, because refreshing them fails. */
export function StaleNote({ atMs }: { atMs: number }) {
  return <Notice look="plain">{texts.stale(formatInstantTime(atMs))}</Notice>
}
