import type { SpendRow } from '@tributary/contract/spend.ts'
import { toRowInput, useSaveSpend } from '../../api/money/spend.ts'
import { formatCount } from '../../format/number.ts'
import { Button } from '../../parts/forms/button.tsx'
import { explainFailure } from '../../parts/states/failure.tsx'
import { Notice } from '../../parts/states/notice.tsx'
import { spendTexts as words } from '../../texts/spend.ts'
import styles from './spend-page.module.css'

interface GoneRowsProps {
  siteId: string
  gone: SpendRow[]
  forget: () => void
}

/** The deleted row, and a button to restore it; stays even if no other rows are left. */
export function GoneRows({ siteId, gone, forget }: GoneRowsProps) {
  const save = useSaveSpend(siteId)
  if (gone.length === 0) return null
  return (
    <Notice look="plain">
      <div className={styles.undo}>
        {words.removed(formatCount(gone.length), gone.length === 1)}
        <Button
          look="quiet"
          busy={save.isPending}
          onClick={() => save.mutate({ rows: gone.map(toRowInput) }, { onSuccess: forget })}
        >
          {words.undo}
        </Button>
      </div>
      {save.error && <p role="alert">{explainFailure(save.error)}</p>}
    </Notice>
  )
}
