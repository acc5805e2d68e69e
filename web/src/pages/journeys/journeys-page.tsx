import { Route } from 'lucide-react'
import { request } from '../../api/client/request.ts'
import { useQuestion } from '../../api/question.ts'
import { useKnownValues } from '../../api/values.ts'
import type { ExploreParts } from '../../parts/frame/explore-pages.ts'
import { AnswerPanel } from '../../parts/report-tools/answer-panel.tsx'
import { StaleNote } from '../../parts/states/stale-note.tsx'
import { WaitingChart } from '../../parts/states/waiting.tsx'
import { exploreTexts } from '../../texts/explore.ts'
import { type NamedStep, stepInput } from '../../url-state/step.ts'
import { JourneyForm } from './journey-form.tsx'
import { JourneyPicture } from './journey-picture.tsx'
import { useJourneyState } from './journey-state.ts'
import { JourneyTable } from './journey-table.tsx'

const words = exploreTexts.journeys

/** Where people go from a page or a goal, or come from; every place on the path can be followed. */
export function JourneysPage({ site, state, change }: ExploreParts) {
  const [journey, changeJourney] = useJourneyState()
  const pages = useKnownValues(site.id, { dimension: 'page', range: state.range, text: '' })
  const most = pages.data?.[0]?.value
  const from: NamedStep | undefined =
    journey.from ?? (most === undefined ? undefined : { kind: 'page', match: 'is', value: most })
  const { direction, depth } = journey
  const answer = useQuestion(site.id, {
    name: 'journeys',
    scope: state,
    about: from && { from: stepInput(from), direction, depth, limit: 6 },
    ask: (call) => request('POST /api/v1/journeys', call),
  })
  const error = answer.error ?? (from ? null : pages.error)
  const data = answer.data
  const isEmpty = from === undefined ? pages.isSuccess : data?.nodes[0]?.visits === 0
  const nothing = isEmpty || (data !== undefined && data.nodes.length === 0)
  const walk = (step: NamedStep) => changeJourney({ from: step })
  return (
    <>
      {answer.error && data && <StaleNote atMs={answer.dataUpdatedAt} />}
      <JourneyForm
        siteId={site.id}
        range={state.range}
        from={from}
        journey={journey}
        change={changeJourney}
      />
      <AnswerPanel
        title={direction === 'next' ? words.next : words.previous}
        state={state}
        change={change}
        error={error}
        retry={() => (from ? answer.refetch() : pages.refetch())}
        isEmpty={nothing}
        empty={{ sign: Route, title: words.empty, hint: words.emptyHint }}
        isStale={answer.isPlaceholderData}
        waiting={<WaitingChart height={320} />}
        picture={
          data && from && <JourneyPicture siteId={site.id} answer={data} from={from} walk={walk} />
        }
        table={data && from && <JourneyTable siteId={site.id} answer={data} from={from} />}
      />
    </>
  )
}
