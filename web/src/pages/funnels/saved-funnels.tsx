import { Link } from '@tanstack/react-router'
import { Save } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useSavedFunnels } from '../../api/funnels.ts'
import { type Site, useMay } from '../../api/site/sites.ts'
import { Panel } from '../../parts/figures/panel.tsx'
import { Button } from '../../parts/forms/button.tsx'
import { Failure } from '../../parts/states/failure.tsx'
import { Skeleton } from '../../parts/states/skeleton.tsx'
import { exploreTexts } from '../../texts/explore.ts'
import { type FunnelState, stateOfSaved, writeFunnelState } from '../../url-state/funnel-state.ts'
import { retainSearch } from '../../url-state/search-params.ts'
import styles from './funnels-page.module.css'

const words = exploreTexts.funnels
const SaveDialog = lazy(() =>
  import('./save-dialog.tsx').then((module) => ({ default: module.SaveDialog })),
)
const RemoveDialog = lazy(() =>
  import('./remove-dialog.tsx').then((module) => ({ default: module.RemoveDialog })),
)

interface SavedFunnelsProps {
  site: Site
  funnel: FunnelState
  change: (change: Partial<FunnelState>) => void
}

/** The saved funnels of the site. Viewers see them and cannot save any. */
export function SavedFunnels({ site, funnel, change }: SavedFunnelsProps) {
  const saved = useSavedFunnels(site.id)
  const mayKeep = useMay(site.id, 'admin')
  const [dialog, setDialog] = useState<'save' | 'remove'>()
  const open = saved.data?.find(({ id }) => id === funnel.saved)
  return (
    <Panel
      title={words.saved}
      tools={
        mayKeep &&
        funnel.steps.length >= 2 && (
          <Button look="quiet" onClick={() => setDialog('save')}>
            <Save aria-hidden />
            {words.save}
          </Button>
        )
      }
    >
      {saved.isPending && <Skeleton width="60%" />}
      {saved.error && !saved.data && <Failure error={saved.error} retry={() => saved.refetch()} />}
      {saved.data?.length === 0 && <p className={styles.hint}>{words.noSaved}</p>}
      <ul className={styles.savedList}>
        {saved.data?.map((one) => (
          <li key={one.id}>
            <Link
              from="/sites/$siteId/explore/$page"
              search={
                ((params: object) => ({
                  ...retainSearch(params as never),
                  ...writeFunnelState(stateOfSaved(one)),
                })) as never
              }
              aria-current={one.id === funnel.saved ? 'true' : undefined}
            >
              {one.name}
              <span className={styles.small}>{words.steps(one.steps.length)}</span>
            </Link>
          </li>
        ))}
      </ul>
      {mayKeep && open && (
        <Button look="quiet" wraps onClick={() => setDialog('remove')}>
          {words.removeSaved(open.name)}
        </Button>
      )}
      <Suspense fallback={null}>
        {dialog === 'save' && (
          <SaveDialog
            site={site}
            funnel={funnel}
            open={open}
            saved={({ id }) => change({ saved: id })}
            close={() => setDialog(undefined)}
          />
        )}
        {dialog === 'remove' && open && (
          <RemoveDialog
            site={site}
            funnel={open}
            removed={() => change({ saved: undefined })}
            close={() => setDialog(undefined)}
          />
        )}
      </Suspense>
    </Panel>
  )
}
