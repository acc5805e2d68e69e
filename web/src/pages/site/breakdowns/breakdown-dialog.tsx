import { Dialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { type RefObject, useRef, useState } from 'react'
import type { Site } from '../../../api/site/sites.ts'
import dialogs from '../../../parts/dialogs/dialog.module.css'
import { Button } from '../../../parts/forms/button.tsx'
import { TextField } from '../../../parts/forms/field.tsx'
import { texts } from '../../../texts/texts.ts'
import type { Dimension } from '../../../url-state/dimension.ts'
import { addFilter, rowFilter } from '../../../url-state/filter.ts'
import { panelColumns } from '../../../url-state/panel-choice.ts'
import type { ChangeReport, ReportState } from '../../../url-state/report-state.ts'
import { FullGoals } from '../goals/full-goals.tsx'
import styles from './breakdown-dialog.module.css'
import { ExportButton } from './export-button.tsx'
import { FullBreakdown } from './full-breakdown.tsx'

interface BreakdownDialogProps {
  dimension: Dimension
  site: Site
  state: ReportState
  change: ChangeReport
}

/** A breakdown in full: every figure, in any order, with a search and an export. */
export function BreakdownDialog({ dimension, site, state, change }: BreakdownDialogProps) {
  const [wanted, setWanted] = useState('')
  const search = useRef<HTMLInputElement>(null)
  const name = texts.panels.tabs[dimension]
  const choose = (value: string, isExcluded = false) => {
    const filter = rowFilter(dimension, value, isExcluded)
    change(({ filters }) => ({ filters: addFilter(filters, filter), opened: undefined }))
  }
  const list = { site, state, wanted, choose }
  return (
    <Dialog.Root open onOpenChange={(open) => !open && change({ opened: undefined })}>
      <Dialog.Portal>
        <Dialog.Backdrop className={dialogs.backdrop} />
        <Dialog.Popup className={dialogs.large} initialFocus={search as RefObject<HTMLElement>}>
          <div className={styles.head}>
            <Dialog.Title className={dialogs.title}>{name}</Dialog.Title>
            <Dialog.Close render={<Button look="quiet" aria-label={texts.close} />}>
              <X aria-hidden />
            </Dialog.Close>
          </div>
          <div className={styles.tools}>
            <TextField
              label={texts.panels.search(name)}
              type="search"
              ref={search}
              value={wanted}
              onChange={(event) => setWanted(event.target.value)}
            />
            <ExportButton
              site={site}
              state={state}
              dimension={dimension}
              metrics={dimension === 'goal' ? ['visitors', 'goals'] : [...panelColumns]}
            />
          </div>
          <div className={styles.list}>
            {dimension === 'goal' ? (
              <FullGoals {...list} />
            ) : (
              <FullBreakdown dimension={dimension} change={change} {...list} />
            )}
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
