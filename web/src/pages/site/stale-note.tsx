import { formatInstantTime } from '../../format/date.ts'
import { Notice } from '../../parts/notice.tsx'
import { texts } from '../../texts/texts.ts'

/** Says since when the figures stand still, because refreshing them fails. */
export function StaleNote({ atMs }: { atMs: number }) {
  return <Notice look="plain">{texts.stale(formatInstantTime(atMs))}</Notice>
}
