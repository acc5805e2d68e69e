import type { ComponentProps, ReactNode } from 'react'
import type { ChangeReport, ReportState } from '../../url-state/report-state.ts'
import { Panel } from '../figures/panel.tsx'
import { TableSwitch } from '../figures/table-switch.tsx'
import { EmptyRange } from '../states/empty-range.tsx'
import { Failure } from '../states/failure.tsx'

interface AnswerPanelProps {
  title: string
  state: ReportState
  change: ChangeReport
  error: Error | null
  retry: () => Promise<unknown>
  /** The answer has no data. */
  isEmpty: boolean
  empty: Pick<ComponentProps<typeof EmptyRange>, 'sign' | 'title' | 'hint'>
  /** The shown answer is to the previous question. */
  isStale: boolean
  /** Shown until the first answer. */
  waiting: ReactNode
  /** The answer, as soon as there is one. */
  picture: ReactNode
  table: ReactNode
}

/** The answer to a question, drawn or as a table, in each of its states. */
export function AnswerPanel(props: AnswerPanelProps) {
  const { state, change, error, isEmpty } = props
  const isTable = state.chartAsTable
  const answer = isTable ? props.table : props.picture
  return (
    <Panel
      title={props.title}
      tools={<TableSwitch isTable={isTable} change={(chartAsTable) => change({ chartAsTable })} />}
    >
      {isEmpty && <EmptyRange {...props.empty} state={state} change={change} />}
      {!isEmpty && answer && <div data-stale={props.isStale || undefined}>{answer}</div>}
      {!isEmpty && !answer && error && <Failure error={error} retry={props.retry} />}
      {!isEmpty && !answer && !error && props.waiting}
    </Panel>
  )
}
