import { Columns3 } from 'lucide-react'
import { Button } from '../../../parts/forms/button.tsx'
import { MenuCheck, MenuHeading, MenuPopup } from '../../../parts/frame/menu.tsx'
import { texts } from '../../../texts/texts.ts'
import type { ChangeReport, ReportState } from '../../../url-state/report-state.ts'
import styles from './breakdown-panel.module.css'
import { usePanelColumns } from './use-panel-columns.ts'

interface ColumnMenuProps {
  state: ReportState
  change: ChangeReport
}

/** Which figures the panels show. One choice for all of them. */
export function ColumnMenu({ state, change }: ColumnMenuProps) {
  const { columns, available, show } = usePanelColumns(state, change)
  return (
    <MenuPopup
      align="end"
      trigger={
        <Button
          look="quiet"
          className={styles.columns}
          aria-label={texts.panels.columns}
          title={texts.panels.columns}
        >
          <Columns3 aria-hidden />
        </Button>
      }
    >
      <MenuHeading>{texts.panels.columnsOfAll}</MenuHeading>
      {available.map((column) => (
        <MenuCheck
          key={column}
          checked={columns.includes(column)}
          change={(isShown) => show(column, isShown)}
          label={texts.figures.names[column]}
        />
      ))}
    </MenuPopup>
  )
}
