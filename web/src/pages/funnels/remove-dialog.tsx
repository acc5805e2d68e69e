import type { AppFunnel } from '@tributary/contract/app/funnel.ts'
import { useRemoveFunnel } from '../../api/funnels.ts'
import type { Site } from '../../api/site/sites.ts'
import { ConfirmDialog } from '../../parts/dialogs/confirm-dialog.tsx'
import { exploreTexts } from '../../texts/explore.ts'

const words = exploreTexts.funnels

interface RemoveDialogProps {
  site: Site
  funnel: AppFunnel
  removed: () => void
  close: () => void
}

/** Deletes a saved funnel, after asking. */
export function RemoveDialog({ site, funnel, removed, close }: RemoveDialogProps) {
  const remove = useRemoveFunnel(site.id)
  const forget = () =>
    remove.mutate(funnel.id, {
      onSuccess: () => {
        close()
        removed()
      },
    })
  return (
    <ConfirmDialog
      title={words.removeSaved(funnel.name)}
      action={words.remove}
      busy={words.removing}
      mutation={remove}
      confirm={forget}
      close={close}
    >
      {words.removeHint}
    </ConfirmDialog>
  )
}
