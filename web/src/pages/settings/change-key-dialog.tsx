import { Dialog } from '@base-ui/react/dialog'
import { type FormEvent, useState } from 'react'
import { type ApiKey, useChangeKey } from '../../api/keys.ts'
import { Button } from '../../parts/button.tsx'
import dialogs from '../../parts/dialog.module.css'
import { explainFailure } from '../../parts/failure.tsx'
import forms from '../../parts/form.module.css'
import { Notice } from '../../parts/notice.tsx'
import { settingsTexts } from '../../texts/settings.ts'
import { texts } from '../../texts/texts.ts'
import { KeyFields } from './key-fields.tsx'

const words = settingsTexts

interface KeyDialogProps {
  siteId: string
  apiKey: ApiKey
  close: () => void
}

/** Another name, limit or set of scopes for a key that stays the same. */
export function ChangeKeyDialog({ siteId, apiKey, close }: KeyDialogProps) {
  const save = useChangeKey(siteId, apiKey.id)
  const { name, scopes, ratePerMinute } = apiKey
  const [use, setUse] = useState({ name, scopes, ratePerMinute })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (use.scopes.length > 0) save.mutate(use, { onSuccess: close })
  }
  return (
    <Dialog.Root open onOpenChange={(open) => !open && close()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={dialogs.backdrop} />
        <Dialog.Popup className={dialogs.small}>
          <Dialog.Title className={dialogs.title}>{words.changeTitle(name)}</Dialog.Title>
          <form className={forms.form} onSubmit={submit}>
            <KeyFields use={use} change={(changed) => setUse({ ...use, ...changed })} />
            {save.error && <Notice look="bad">{explainFailure(save.error)}</Notice>}
            <div className={dialogs.actions}>
              <Dialog.Close render={<Button />}>{texts.cancel}</Dialog.Close>
              <Button type="submit" look="primary" busy={save.isPending}>
                {save.isPending ? texts.saving : texts.save}
              </Button>
            </div>
          </form>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
