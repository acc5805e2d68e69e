import type { UseQueryResult } from '@tanstack/react-query'
import type { Funnel as Answer } from '@tributary/contract/questions/funnel.ts'
import { Funnel } from 'lucide-react'
import { AnswerPanel } from '../../parts/report-tools/answer-panel.tsx'
import { Skeleton } from '../../parts/states/skeleton.tsx'
import { SlowNote } from '../../parts/states/slow-note.tsx'
import { StaleNote } from '../../parts/states/stale-note.tsx'
import { exploreTexts } from '../../texts/explore.ts'
import type { FunnelState } from '../../url-state/funnel-state.ts'
import type { ChangeReport, ReportState } from '../../url-state/report-state.ts'
import { FunnelBars } from './funnel-bars.tsx'
import { FunnelSplit } from './funnel-split.tsx'
import { FunnelTable } from './funnel-table.tsx'
import styles from './funnels-page.module.css'
import { useStepName } from './step-name.ts'

const words = exploreTexts.funnels

interface FunnelResultProps {
  siteId: string
  funnel: FunnelState
  answer: UseQueryResult<Answer>
  state: ReportState
  change: ChangeReport
  changeFunnel: (change: Partial<FunnelState>) => void
}

/** The funnel's result, drawn or as a table, and broken down by a dimension. */
export function FunnelResult({
  siteId,
  funnel,
  answer,
  state,
  change,
  changeFunnel,
}: FunnelResultProps) {
  const { data } = answer
  const names = funnel.steps.map(useStepName(siteId))
  const isEmpty = data?.steps[0]?.count === 0
  // While the next answer is loading, the last one may have another number of steps.
  const fits = data?.steps.length === funnel.steps.length
  return (
    <div className={styles.result}>
      {answer.error && data && <StaleNote atMs={answer.dataUpdatedAt} />}
      <AnswerPanel
        title={words.result}
        state={state}
        change={change}
        error={answer.error}
        retry={answer.refetch}
        isEmpty={fits && isEmpty}
        empty={{ sign: Funnel, title: words.noStarts, hint: words.noStartsHint }}
        isStale={answer.isPlaceholderData}
        waiting={<Waiting />}
        picture={fits && data && <FunnelBars names={names} answer={data} />}
        table={fits && data && <FunnelTable names={names} answer={data} />}
      />
      {data && fits && !isEmpty && (
        <FunnelSplit funnel={funnel} answer={data} changeFunnel={changeFunnel} />
      )}
    </div>
  )
}

function Waiting() {
  return (
    <div className={styles.waiting} aria-busy="true">
      {[100, 64, 30].map((width) => (
        <Skeleton key={width} width={`${width}%`} height="44px" />
      ))}
      <SlowNote />
    </div>
  )
}
