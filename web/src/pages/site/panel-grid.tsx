import type { ReactNode } from 'react'
import type { ChangeReport, ReportState } from '../../url-state/report-state.ts'
import { usePanelColumns } from './breakdowns/use-panel-columns.ts'
import styles from './site-page.module.css'

interface PanelGridProps {
  state: ReportState
  change: ChangeReport
  children: ReactNode
}

/** The panels next to each other, as many as fit. */
export function PanelGrid({ state, change, children }: PanelGridProps) {
  const { columns } = usePanelColumns(state, change)
  return (
    <div className={styles.panels} data-columns={columns.length > 2 ? 'many' : undefined}>
      {children}
    </div>
  )
}
