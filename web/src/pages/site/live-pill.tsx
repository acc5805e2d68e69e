import { useLive } from '../../api/live.ts'
import type { Site } from '../../api/site/sites.ts'
import { formatCount } from '../../format/number.ts'
import { Hint } from '../../parts/hint.tsx'
import { texts } from '../../texts/texts.ts'
import styles from './live-pill.module.css'

/** How many visitors are present, and on which pages. */
export function LivePill({ site }: { site: Site }) {
  const live = useLive(site.id)
  // Without an answer only its space is reserved; the figures below show the error.
  if (!live.data) return <span className={styles.place} />
  const { visitors, pages } = live.data
  return (
    <span className={styles.pill} data-any={visitors > 0 || undefined}>
      <Hint
        text={
          <>
            {texts.live.hint}
            {pages.length > 0 && (
              <span className={styles.pages}>
                {pages.map(({ page, visitors: there }) => (
                  <span key={page} className={styles.page}>
                    <span>{page}</span>
                    <strong>{formatCount(there)}</strong>
                  </span>
                ))}
              </span>
            )}
          </>
        }
      >
        {texts.live.now(formatCount(visitors), visitors === 1)}
      </Hint>
    </span>
  )
}
