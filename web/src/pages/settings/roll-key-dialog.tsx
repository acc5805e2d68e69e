import { Dialog } from '@base-ui/react/dialog'
import { type ApiKey, useRollKey } from '../../api/keys.ts'
import { Button } from '../../parts/button.tsx'
import dialogs from '../../parts/dialog.module.css'
import { explainFailure } from '../../parts/failure.tsx'
import { Notice } from '../../parts/notice.tsx'
import { settingsTexts } from '../../texts/settings.ts'
import { texts } from '../../texts/texts.ts'
import { KeyOnce } from './key-once.tsx'

const words = settingsTexts

interface KeyDialogProps {
  siteId: string
  apiKey: ApiKey
  close: () => void
}

/** A new key in the place of an old one, which works for another day so that nothing stands still. */
export function RollKeyDialog({ siteId, apiKey, close }: KeyDialogProps) {
  const roll = useRollKey(siteId, apiKey.id)
  return (
    <Dialog.Root open onOpenChange={(open) => !open && close()} disablePointerDismissal>
      <Dialog.Portal>
        <Dialog.Backdrop className={dialogs.backdrop} />
        <Dialog.Popup className={dialogs.small}>
          <Dialog.Title className={dialogs.title}>
            {roll.data ? words.keyMade : words.rollTitle(apiKey.name)}
          </Dialog.Title>
          {roll.data ? (
            <KeyOnce token={roll.data.token} hint={words.rolledHint} />
          ) : (
            <>
              <Dialog.Description className={dialogs.text}>{words.rollHint}</Dialog.Description>
              {roll.error && <Notice look="bad">{explainFailure(roll.error)}</Notice>}
              <div className={dialogs.actions}>
                <Dialog.Close render={<Button />}>{texts.cancel}</Dialog.Close>
                <Button look="primary" busy={roll.isPending} onClick={() => roll.mutate()}>
                  {roll.isPending ? words.rolling : words.roll}
                </Button>
              </div>
            </>
          )}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
