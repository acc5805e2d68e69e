import { useFunnel } from '../../api/funnels.ts'
import type { ExploreParts } from '../../parts/frame/explore-pages.ts'
import { useFunnelState } from '../../url-state/funnel-state.ts'
import { writeStep } from '../../url-state/step.ts'
import { FunnelEditor } from './funnel-editor.tsx'
import { FunnelResult } from './funnel-result.tsx'
import styles from './funnels-page.module.css'
import { SavedFunnels } from './saved-funnels.tsx'
import { Suggestions } from './suggestions.tsx'

/** Where people drop off between steps, and what those who finish are worth. */
export function FunnelsPage({ site, state, change }: ExploreParts) {
  const [funnel, changeFunnel] = useFunnelState()
  const answer = useFunnel(site.id, state, funnel)
  const hasSteps = funnel.steps.length >= 2
  return (
    <div className={styles.layout}>
      <div className={styles.side}>
        <FunnelEditor
          // Another funnel in the address, such as by the back button, is another draft.
          key={funnel.steps.map(writeStep).join('\n')}
          site={site}
          range={state.range}
          funnel={funnel}
          show={changeFunnel}
        />
        <SavedFunnels site={site} funnel={funnel} change={changeFunnel} />
      </div>
      {hasSteps ? (
        <FunnelResult
          siteId={site.id}
          funnel={funnel}
          answer={answer}
          state={state}
          change={change}
          changeFunnel={changeFunnel}
        />
      ) : (
        <Suggestions site={site} state={state} show={changeFunnel} />
      )}
    </div>
  )
}
