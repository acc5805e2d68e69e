import type { ComponentProps } from 'react'
import { texts } from '../../texts/texts.ts'
import type { ChangeReport, ReportState } from '../../url-state/report-state.ts'
import { Button } from '../forms/button.tsx'
import { Empty } from './empty.tsx'

interface EmptyRangeProps extends Pick<ComponentProps<typeof Empty>, 'sign' | 'title' | 'hint'> {
  state: Pick<ReportState, 'range' | 'filters'>
  change: ChangeReport
}

/** Nothing in the requested range: the next step is a wide one without filters. */
export function EmptyRange({ state, change, hint, ...what }: EmptyRangeProps) {
  if (state.range === '12mo' && state.filters.length === 0) return <Empty {...what} />
  return (
    <Empty {...what} hint={hint ?? texts.empty.noneInRangeHint}>
      <Button onClick={() => change({ range: '12mo', filters: [] })}>{texts.empty.widen}</Button>
    </Empty>
  )
}
