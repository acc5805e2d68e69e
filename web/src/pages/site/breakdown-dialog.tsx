import { Dialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { useRef, useState } from 'react'
import { useBreakdown } from '../../api/report.ts'
import type { Site } from '../../api/sites.ts'
import { Button } from '../../parts/button.tsx'
import dialogs from '../../parts/dialog.module.css'
import { Failure } from '../../parts/failure.tsx'
import { TextField } from '../../parts/field.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { texts } from '../../texts/texts.ts'
import type { Dimension } from '../../url-state/dimension.ts'
import { addFilter } from '../../url-state/filter.ts'
import type { ReportState } from '../../url-state/report-state.ts'
import styles from './breakdown-dialog.module.css'
import { BreakdownTable } from './breakdown-table.tsx'
import { labelOf } from './dimension-label.ts'

const rowsInDialog = 500

interface BreakdownDialogProps {
  dimension: Dimension
  site: Site
  state: ReportState
  change: (change: Partial<ReportState>) => void
}

/** A breakdown in full, with a search over what is shown. */
export function BreakdownDialog({ dimension, site, state, change }: BreakdownDialogProps) {
  const [wanted, setWanted] = useState('')
  const search = useRef<HTMLInputElement>(null)
  const breakdown = useBreakdown(site.id, state, { dimension, limit: rowsInDialog })
  const close = () => change({ opened: undefined })
  const name = texts.panels.tabs[dimension]
  const isWanted = (value: string) =>
    labelOf(dimension, value).toLocaleLowerCase().includes(wanted.toLocaleLowerCase())
  const rows = breakdown.data?.rows.filter((row) => isWanted(row.value)) ?? []
  return (
    <Dialog.Root open onOpenChange={(open) => !open && close()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={dialogs.backdrop} />
        <Dialog.Popup className={dialogs.large} initialFocus={search}>
          <div className={styles.head}>
            <Dialog.Title className={dialogs.title}>{name}</Dialog.Title>
            <Dialog.Close render={<Button look="quiet" aria-label={texts.close} />}>
              <X aria-hidden />
            </Dialog.Close>
          </div>
          <TextField
            label={texts.panels.search(name)}
            type="search"
            ref={search}
            value={wanted}
            onChange={(event) => setWanted(event.target.value)}
          />
          <div className={styles.list}>
            {breakdown.isPending && <Skeleton width="100%" height="200px" />}
            {breakdown.error && (
              <Failure error={breakdown.error} retry={() => breakdown.refetch()} />
            )}
            {breakdown.data && rows.length === 0 && (
              <p className={styles.nothing}>{texts.panels.nothingFound}</p>
            )}
            {breakdown.data && rows.length > 0 && (
              <BreakdownTable
                breakdown={{ ...breakdown.data, rows }}
                dimension={dimension}
                order={state.order}
                sort={(order) => change({ order })}
                choose={(value) =>
                  change({
                    filters: addFilter(state.filters, { dimension, operator: 'is', value }),
                    opened: undefined,
                  })
                }
              />
            )}
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
