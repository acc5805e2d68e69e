import type { UseQueryResult } from '@tanstack/react-query'
import type { Funnel as Answer } from '@tributary/contract/questions/funnel.ts'
import { Funnel } from 'lucide-react'
import { EmptyRange } from '../../parts/empty-range.tsx'
import { Failure } from '../../parts/failure.tsx'
import { Panel } from '../../parts/panel.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { SlowNote } from '../../parts/slow-note.tsx'
import { StaleNote } from '../../parts/stale-note.tsx'
import { TableSwitch } from '../../parts/table-switch.tsx'
import { exploreTexts } from '../../texts/explore.ts'
import type { FunnelState } from '../../url-state/funnel-state.ts'
import type { ReportState } from '../../url-state/report-state.ts'
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
  change: (change: Partial<ReportState>) => void
  changeFunnel: (change: Partial<FunnelState>) => void
}

/** How far they got, drawn or as a table, and the same by a dimension. */
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
  const nobody = data?.steps[0]?.count === 0
  // While the next answer travels, the last one may have another number of steps.
  const fits = data?.steps.length === funnel.steps.length
  return (
    <div className={styles.result}>
      {answer.error && data && <StaleNote atMs={answer.dataUpdatedAt} />}
      <Panel
        title={words.result}
        tools={
          <TableSwitch
            isTable={state.chartAsTable}
            change={(chartAsTable) => change({ chartAsTable })}
          />
        }
      >
        {answer.error && !data && <Failure error={answer.error} retry={() => answer.refetch()} />}
        {(answer.isPending || (data && !fits)) && !answer.error && <Waiting />}
        {data && fits && nobody && (
          <EmptyRange
            sign={Funnel}
            title={words.nobody}
            hint={words.nobodyHint}
            state={state}
            change={change}
          />
        )}
        {data && fits && !nobody && (
          <div data-stale={answer.isPlaceholderData || undefined}>
            {state.chartAsTable ? (
              <FunnelTable names={names} answer={data} />
            ) : (
              <FunnelBars names={names} answer={data} />
            )}
          </div>
        )}
      </Panel>
      {data && fits && !nobody && (
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
