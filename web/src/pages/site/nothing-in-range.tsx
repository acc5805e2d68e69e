import { Button } from '../../parts/forms/button.tsx'
import { Notice } from '../../parts/states/notice.tsx'
import { texts } from '../../texts/texts.ts'
import styles from './site-page.module.css'

/** Explains that the site has visits, but none that match, and offers to widen the question. */
export function NothingInRange({ widen }: { widen: () => void }) {
  return (
    <Notice look="plain">
      <div className={styles.nothing}>
        <p>
          <strong>{texts.empty.noneInRange}.</strong> {texts.empty.noneInRangeHint}
        </p>
        <Button onClick={widen}>{texts.empty.widen}</Button>
      </div>
    </Notice>
  )
}
