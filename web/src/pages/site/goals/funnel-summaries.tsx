import { Link } from '@tanstack/react-router'
import type { AppFunnel } from '@tributary/contract/app/funnel.ts'
import { useFunnel, useSavedFunnels } from '../../../api/funnels.ts'
import type { Site } from '../../../api/site/sites.ts'
import { formatCount, formatShare } from '../../../format/number.ts'
import { Skeleton } from '../../../parts/states/skeleton.tsx'
import { texts } from '../../../texts/texts.ts'
import { stateOfSaved, writeFunnelState } from '../../../url-state/funnel-state.ts'
import type { ReportState } from '../../../url-state/report-state.ts'
import { retainSearch } from '../../../url-state/search-params.ts'
import styles from './funnel-summaries.module.css'

interface FunnelSummariesProps {
  site: Site
  state: ReportState
}

// Each is a separate question to the engine.
const mostFunnels = 4

/** The site's first saved funnels, each with its conversion rate. */
export function FunnelSummaries({ site, state }: FunnelSummariesProps) {
  const saved = useSavedFunnels(site.id)
  if (!saved.data?.length) return null
  return (
    <div className={styles.funnels}>
      <h3>{texts.explore.pages.funnels.name}</h3>
      <ul>
        {saved.data.slice(0, mostFunnels).map((funnel) => (
          <FunnelSummary key={funnel.id} site={site} state={state} funnel={funnel} />
        ))}
      </ul>
    </div>
  )
}

function FunnelSummary({ site, state, funnel }: FunnelSummariesProps & { funnel: AppFunnel }) {
  const shown = stateOfSaved(funnel)
  const answer = useFunnel(site.id, state, shown)
  const last = answer.data?.steps.at(-1)
  return (
    <li data-stale={answer.isPlaceholderData || undefined}>
      <Link
        to="/sites/$siteId/explore/$page"
        params={{ siteId: site.id, page: 'funnels' }}
        search={
          ((params: object) => ({
            ...retainSearch(params as never),
            ...writeFunnelState(shown),
          })) as never
        }
      >
        {funnel.name}
      </Link>
      {answer.isPending && <Skeleton width="4em" />}
      {last && (
        <>
          <span>{formatCount(last.count)}</span>
          <strong>{last.conversionRate === null ? '–' : formatShare(last.conversionRate)}</strong>
        </>
      )}
      {answer.error && !last && <span title={texts.failure.title}>–</span>}
    </li>
  )
}
