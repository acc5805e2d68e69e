import type { PathsAnswer } from '@tributary/contract/questions/paths.ts'
import { Route, Split } from 'lucide-react'
import { request } from '../../api/client/request.ts'
import { useQuestion } from '../../api/question.ts'
import { Panel } from '../../parts/figures/panel.tsx'
import { Select } from '../../parts/forms/select.tsx'
import type { ExploreParts } from '../../parts/frame/explore-pages.ts'
import { EmptyRange } from '../../parts/states/empty-range.tsx'
import { Failure } from '../../parts/states/failure.tsx'
import { StaleNote } from '../../parts/states/stale-note.tsx'
import { WaitingCard, WaitingRows } from '../../parts/states/waiting.tsx'
import { exploreTexts } from '../../texts/explore.ts'
import { texts } from '../../texts/texts.ts'
import { type Dimension, dimensions, isDimension } from '../../url-state/dimension.ts'
import { useOwnParams } from '../../url-state/own-params.ts'
import { AssistTable } from './assist-table.tsx'
import styles from './attribution-page.module.css'
import { ConversionBars } from './conversion-bars.tsx'
import { ModelShares } from './model-shares.tsx'
import { TopPaths } from './top-paths.tsx'

const words = exploreTexts.attribution
// Dimensions of visits, which are what is credited.
const ofVisits = dimensions.filter((one) => one !== 'page' && one !== 'goal')

/** The credit by each model, and the paths on which people came to their first payment. */
export function AttributionPage({ site, state, change }: ExploreParts) {
  const [params, changeParams] = useOwnParams()
  const split =
    typeof params.split === 'string' && isDimension(params.split) ? params.split : undefined
  const dimension: Dimension = split ?? 'channel'
  const asked = { scope: state, about: { dimension, limit: 20 } }
  const models = useQuestion(site.id, {
    name: 'models',
    ...asked,
    ask: (call) => request('POST /api/v1/models', call),
  })
  const paths = useQuestion(site.id, {
    name: 'paths',
    ...asked,
    ask: (call) => request('POST /api/v1/paths', call),
  })
  const error = models.error ?? paths.error
  const retry = () => Promise.all([models.refetch(), paths.refetch()])
  if (error && !(models.data && paths.data)) {
    return (
      <Panel title={words.models}>
        <Failure error={error} retry={retry} />
      </Panel>
    )
  }
  const choice = (
    <Select
      label={words.by}
      value={dimension}
      change={(value) => changeParams({ split: value === 'channel' ? undefined : value })}
    >
      {ofVisits.map((one) => (
        <option key={one} value={one}>
          {texts.panels.names[one]}
        </option>
      ))}
    </Select>
  )
  return (
    <>
      {error && <StaleNote atMs={Math.min(models.dataUpdatedAt, paths.dataUpdatedAt)} />}
      <Panel title={words.models} tools={choice}>
        {!models.data && <WaitingRows count={6} figures={6} isTall />}
        {models.data?.rows.length === 0 && (
          <EmptyRange sign={Split} title={words.noRevenue} state={state} change={change} />
        )}
        {models.data && models.data.rows.length > 0 && (
          <ModelShares answer={models.data} dimension={dimension} />
        )}
      </Panel>
      {/* Not before the models, whose rows would move it. */}
      {models.data && (
        <Paths paths={paths.data} dimension={dimension} state={state} change={change} />
      )}
    </>
  )
}

interface PathsProps extends Pick<ExploreParts, 'state' | 'change'> {
  paths: PathsAnswer | undefined
  dimension: Dimension
}

function Paths({ paths, dimension, state, change }: PathsProps) {
  if (paths === undefined) {
    return (
      <WaitingCard>
        <WaitingRows count={8} />
      </WaitingCard>
    )
  }
  if (paths.conversions === 0) {
    return (
      <Panel title={words.paths}>
        <EmptyRange sign={Route} title={words.noConversions} state={state} change={change} />
      </Panel>
    )
  }
  return (
    <div className={styles.columns}>
      <TopPaths answer={paths} dimension={dimension} />
      <ConversionBars answer={paths} />
      <AssistTable answer={paths} dimension={dimension} />
    </div>
  )
}
