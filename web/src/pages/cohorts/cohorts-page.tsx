import { Grid3x3 } from 'lucide-react'
import { request } from '../../api/client/request.ts'
import { useQuestion } from '../../api/question.ts'
import { Panel } from '../../parts/figures/panel.tsx'
import { Select } from '../../parts/forms/select.tsx'
import type { ExploreParts } from '../../parts/frame/explore-pages.ts'
import { EmptyRange } from '../../parts/states/empty-range.tsx'
import { Failure } from '../../parts/states/failure.tsx'
import { StaleNote } from '../../parts/states/stale-note.tsx'
import { WaitingRows } from '../../parts/states/waiting.tsx'
import { exploreTexts } from '../../texts/explore.ts'
import { texts } from '../../texts/texts.ts'
import { dimensions, isDimension } from '../../url-state/dimension.ts'
import { rowOfAll, rowsByKey, rowsByTime } from './cohort-rows.ts'
import {
  type CohortFigure,
  type CohortState,
  cohortFigures,
  useCohortState,
} from './cohort-state.ts'
import { CohortTable } from './cohort-table.tsx'
import styles from './cohorts-page.module.css'
import { ValueCurves } from './value-curves.tsx'

const words = exploreTexts.cohorts
// Dimensions of the very first visit; a visit has many pages and goals.
const ofVisits = dimensions.filter((one) => one !== 'page' && one !== 'goal')

/** Who returns and how much they pay over time, by the time and source of their first visit. */
export function CohortsPage({ site, state, change: changeState }: ExploreParts) {
  const [cohort, change] = useCohortState()
  const { interval, by } = cohort
  const about = { interval, ...(by !== undefined && { by }) }
  const answer = useQuestion(site.id, {
    name: 'cohorts',
    scope: state,
    about,
    ask: (call) => request('POST /api/v1/cohorts', call),
  })
  return (
    <>
      {answer.error && answer.data && <StaleNote atMs={answer.dataUpdatedAt} />}
      <Panel title={words.figures[cohort.figure]} tools={<Choices {...cohort} change={change} />}>
        {answer.isPending && <WaitingRows count={8} figures={8} />}
        {answer.error && !answer.data && (
          <Failure error={answer.error} retry={() => answer.refetch()} />
        )}
        {answer.data?.rows.length === 0 && (
          <EmptyRange sign={Grid3x3} title={words.empty} state={state} change={changeState} />
        )}
        {answer.data && answer.data.rows.length > 0 && (
          <div data-stale={answer.isPlaceholderData || undefined}>
            <p className={styles.hint}>{words.hints[cohort.figure]}</p>
            <CohortTable
              rows={by === undefined ? rowsByTime(answer.data) : rowsByKey(answer.data)}
              all={rowOfAll(answer.data)}
              cohort={cohort}
              currency={answer.data.currency}
              query={answer.data.query}
            />
          </div>
        )}
      </Panel>
      {answer.data && answer.data.rows.length > 0 && (
        <Panel title={words.curves}>
          <ValueCurves
            rows={by === undefined ? [] : rowsByKey(answer.data)}
            all={rowOfAll(answer.data)}
            cohort={cohort}
            currency={answer.data.currency}
          />
        </Panel>
      )}
    </>
  )
}

function Choices(props: CohortState & { change: (change: Partial<CohortState>) => void }) {
  const { interval, by, figure, change } = props
  return (
    <>
      <Select
        label={words.figure}
        value={figure}
        change={(value) => change({ figure: value as CohortFigure })}
      >
        {cohortFigures.map((one) => (
          <option key={one} value={one}>
            {words.figures[one]}
          </option>
        ))}
      </Select>
      <Select
        label={words.by}
        value={by ?? ''}
        change={(value) => change({ by: isDimension(value) ? value : undefined })}
      >
        <option value="">{words.byTime[interval]}</option>
        {ofVisits.map((dimension) => (
          <option key={dimension} value={dimension}>
            {words.byFirst(texts.panels.names[dimension])}
          </option>
        ))}
      </Select>
      <Select
        label={words.interval}
        value={interval}
        change={(value) => change({ interval: value === 'month' ? 'month' : 'week' })}
      >
        <option value="week">{words.weeks}</option>
        <option value="month">{words.months}</option>
      </Select>
    </>
  )
}
