import { AlertDialog } from '@base-ui/react/alert-dialog'
import type { AppFunnel } from '@tributary/contract/app-funnel.ts'
import { useRemoveFunnel } from '../../api/funnels.ts'
import type { Site } from '../../api/sites.ts'
import { Button } from '../../parts/button.tsx'
import dialogs from '../../parts/dialog.module.css'
import { explainFailure } from '../../parts/failure.tsx'
import { Notice } from '../../parts/notice.tsx'
import { exploreTexts } from '../../texts/explore.ts'
import { texts } from '../../texts/texts.ts'

const words = exploreTexts.funnels

interface RemoveDialogProps {
  site: Site
  funnel: AppFunnel
  removed: () => void
  close: () => void
}

/** Forgets a saved funnel, after asking. */
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
    <AlertDialog.Root open onOpenChange={(isOpen) => !isOpen && close()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={dialogs.backdrop} />
        <AlertDialog.Popup className={dialogs.small}>
          <AlertDialog.Title className={dialogs.title}>
            {words.removeSaved(funnel.name)}
          </AlertDialog.Title>
          <AlertDialog.Description className={dialogs.text}>
            {words.removeHint}
          </AlertDialog.Description>
          {remove.error && <Notice look="bad">{explainFailure(remove.error)}</Notice>}
          <div className={dialogs.actions}>
            <AlertDialog.Close render={<Button />}>{texts.cancel}</AlertDialog.Close>
            <Button look="danger" busy={remove.isPending} onClick={forget}>
              {words.remove}
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
