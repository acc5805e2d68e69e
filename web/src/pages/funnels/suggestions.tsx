import { ArrowRight } from 'lucide-react'
import type { Site } from '../../api/site/sites.ts'
import { useKnownValues } from '../../api/values.ts'
import { Panel } from '../../parts/figures/panel.tsx'
import { Button } from '../../parts/forms/button.tsx'
import { WaitingRows } from '../../parts/states/waiting.tsx'
import { exploreTexts } from '../../texts/explore.ts'
import type { FunnelState } from '../../url-state/funnel-state.ts'
import type { ReportState } from '../../url-state/report-state.ts'
import type { NamedStep } from '../../url-state/step.ts'
import styles from './funnels-page.module.css'
import { type StepName, useStepName } from './step-name.ts'
import { suggestWays } from './suggest-ways.ts'

const words = exploreTexts.funnels

interface SuggestionsProps {
  site: Site
  state: ReportState
  show: (change: Partial<FunnelState>) => void
}

/** Suggested funnels, made of the site's most frequent pages and goals. */
export function Suggestions({ site, state, show }: SuggestionsProps) {
  const { range } = state
  const nameOf = useStepName(site.id)
  const pages = useKnownValues(site.id, { dimension: 'page', range, text: '' })
  const goals = useKnownValues(site.id, { dimension: 'goal', range, text: '' })
  const isKnown = pages.data !== undefined && goals.data !== undefined
  const ways = suggestWays({
    pages: pages.data?.map(({ value }) => value) ?? [],
    goals: goals.data?.map(({ value }) => value) ?? [],
  })
  return (
    <Panel title={words.start}>
      <p className={styles.hint}>
        {words.startHint}{' '}
        {isKnown && (ways.length > 0 ? words.suggestHint : words.nothingToSuggest)}
      </p>
      {!isKnown && !pages.error && !goals.error && <WaitingRows count={3} figures={0} />}
      <ul className={styles.ways}>
        {isKnown &&
          ways.map((steps) => (
            <li key={steps.map(nameOf).join()}>
              <Button className={styles.way} onClick={() => show({ steps })}>
                <Way steps={steps} nameOf={nameOf} />
              </Button>
            </li>
          ))}
      </ul>
    </Panel>
  )
}

function Way({ steps, nameOf }: { steps: readonly NamedStep[]; nameOf: StepName }) {
  return steps.map((step, index) => (
    <span key={nameOf(step)} className={styles.wayStep}>
      {index > 0 && <ArrowRight aria-hidden />}
      {nameOf(step)}
    </span>
  ))
}
