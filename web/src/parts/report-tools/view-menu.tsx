import type { AppView } from '@tributary/contract/app/view.ts'
import { Bookmark } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useMay, useSite } from '../../api/site/sites.ts'
import { useSaveView, useViews } from '../../api/site/views.ts'
import { texts } from '../../texts/texts.ts'
import { usePanelChoice } from '../../url-state/panel-choice.ts'
import { defaultReportState, useReportState } from '../../url-state/report-state.ts'
import { noView, showsView, stateOfView, viewOfState } from '../../url-state/saved-view.ts'
import { Button } from '../forms/button.tsx'
import { MenuPopup } from '../frame/menu.tsx'
import { explainFailure } from '../states/failure.tsx'
import { Notice } from '../states/notice.tsx'
import styles from './filter-chips.module.css'

const ViewItems = lazy(() =>
  import('./view-items.tsx').then((module) => ({ default: module.ViewItems })),
)
const SaveViewDialog = lazy(() =>
  import('./save-view-dialog.tsx').then((module) => ({ default: module.SaveViewDialog })),
)
const ManageViewsDialog = lazy(() =>
  import('./manage-views-dialog.tsx').then((module) => ({ default: module.ManageViewsDialog })),
)

/** The saved views of a person and a site: opened, saved from the page's state, updated, arranged. */
export function ViewMenu({ siteId }: { siteId: string }) {
  const [state, change] = useReportState()
  const [choice] = usePanelChoice()
  const { defaultView } = useSite(siteId).data ?? {}
  const views = useViews(siteId).data
  const isAdmin = useMay(siteId, 'admin')
  const save = useSaveView(siteId)
  const [dialog, setDialog] = useState<'save' | 'manage'>()
  // The default view is named before the others have loaded.
  const known = views ?? (defaultView ? [defaultView] : [])
  const opened = known.find(({ id }) => id === state.view)
  const isChanged = opened !== undefined && !showsView(state, opened, choice)
  const mayUpdate = isChanged && (opened.scope === 'person' || isAdmin)
  const open = (view: AppView | undefined) =>
    change(view ? stateOfView(view) : { ...defaultReportState, view: noView })
  const close = () => setDialog(undefined)
  return (
    <>
      <MenuPopup
        trigger={
          <Button look="quiet" className={styles.add}>
            <Bookmark aria-hidden />
            <span className={styles.viewName}>
              {opened && (isChanged ? texts.views.changed(opened.name) : opened.name)}
              {!opened && texts.views.label}
            </span>
          </Button>
        }
      >
        <Suspense fallback={null}>
          <ViewItems
            views={known}
            opened={opened}
            open={open}
            update={
              mayUpdate
                ? () => save.mutate({ ...opened, ...viewOfState(state, choice) })
                : undefined
            }
            ask={setDialog}
          />
        </Suspense>
      </MenuPopup>
      {save.error && <Notice look="bad">{explainFailure(save.error)}</Notice>}
      <Suspense fallback={null}>
        {dialog === 'save' && (
          <SaveViewDialog
            siteId={siteId}
            content={viewOfState(state, choice)}
            done={({ id }) => change({ view: id })}
            close={close}
          />
        )}
        {dialog === 'manage' && <ManageViewsDialog siteId={siteId} close={close} />}
      </Suspense>
    </>
  )
}
