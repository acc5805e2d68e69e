import { Link } from '@tanstack/react-router'
import type { AppFunnel } from '@tributary/contract/app-funnel.ts'
import { useFunnel, useSavedFunnels } from '../../api/funnels.ts'
import type { Site } from '../../api/sites.ts'
import { formatCount, formatShare } from '../../format/number.ts'
import { Skeleton } from '../../parts/skeleton.tsx'
import { texts } from '../../texts/texts.ts'
import { stateOfSaved, writeFunnelState } from '../../url-state/funnel-state.ts'
import type { ReportState } from '../../url-state/report-state.ts'
import { keptSearch } from '../../url-state/search-params.ts'
import styles from './kept-funnels.module.css'

interface KeptFunnelsProps {
  site: Site
  state: ReportState
}

// Each is a question of its own to the engine.
const mostFunnels = 4

/** The first funnels that people of the site keep, each with the share that gets to its end. */
export function KeptFunnels({ site, state }: KeptFunnelsProps) {
  const saved = useSavedFunnels(site.id)
  if (!saved.data?.length) return null
  return (
    <div className={styles.funnels}>
      <h3>{texts.explore.pages.funnels.name}</h3>
      <ul>
        {saved.data.slice(0, mostFunnels).map((funnel) => (
          <KeptFunnel key={funnel.id} site={site} state={state} funnel={funnel} />
        ))}
      </ul>
    </div>
  )
}

function KeptFunnel({ site, state, funnel }: KeptFunnelsProps & { funnel: AppFunnel }) {
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
            ...keptSearch(params as never),
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
