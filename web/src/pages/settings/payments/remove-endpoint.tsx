import { AlertDialog } from '@base-ui/react/alert-dialog'
import { type EndpointPlace, useRemoveWebhook } from '../../../api/webhooks.ts'
import { Button } from '../../../parts/button.tsx'
import dialogs from '../../../parts/dialog.module.css'
import { explainFailure } from '../../../parts/failure.tsx'
import { Notice } from '../../../parts/notice.tsx'
import { providerTexts as words } from '../../../texts/providers.ts'
import { texts } from '../../../texts/texts.ts'

/** Ends a provider's address, after asking. */
export function RemoveEndpoint({ place, title }: { place: EndpointPlace; title: string }) {
  const remove = useRemoveWebhook(place)
  return (
    <AlertDialog.Root onOpenChange={() => remove.reset()}>
      <AlertDialog.Trigger render={<Button aria-label={words.removeOf(title)} />}>
        {words.remove}
      </AlertDialog.Trigger>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={dialogs.backdrop} />
        <AlertDialog.Popup className={dialogs.small}>
          <AlertDialog.Title className={dialogs.title}>
            {words.removeTitle(title)}
          </AlertDialog.Title>
          <AlertDialog.Description className={dialogs.text}>
            {words.removeHint}
          </AlertDialog.Description>
          {remove.error && <Notice look="bad">{explainFailure(remove.error)}</Notice>}
          <div className={dialogs.actions}>
            <AlertDialog.Close render={<Button />}>{texts.cancel}</AlertDialog.Close>
            <Button look="danger" busy={remove.isPending} onClick={() => remove.mutate()}>
              {remove.isPending ? words.removing : words.remove}
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
