import { texts } from '../../texts/texts.ts'
import { Button } from '../forms/button.tsx'
import { useNewerBuild } from './newer-build.ts'
import styles from './newer-build-bar.module.css'

/** Announces that the server was updated. It does not reload by itself: something may be half written. */
export function NewerBuildBar() {
  if (!useNewerBuild()) return null
  return (
    <div className={styles.bar} role="alert">
      <p>
        <strong>{texts.failure.updated}.</strong> {texts.failure.updatedHint}
      </p>
      <Button look="primary" onClick={() => location.reload()}>
        {texts.failure.reload}
      </Button>
    </div>
  )
}
