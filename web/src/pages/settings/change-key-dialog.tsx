import { useState } from 'react'
import { type ApiKey, useChangeKey } from '../../api/site/keys.ts'
import { DialogForm, SmallDialog } from '../../parts/dialogs/small-dialog.tsx'
import { settingsTexts } from '../../texts/settings.ts'
import { texts } from '../../texts/texts.ts'
import { KeyFields } from './key-fields.tsx'

const words = settingsTexts

interface KeyDialogProps {
  siteId: string
  apiKey: ApiKey
  close: () => void
}

/** Changes the name, limit or scopes of a key, which stays valid. */
export function ChangeKeyDialog({ siteId, apiKey, close }: KeyDialogProps) {
  const save = useChangeKey(siteId, apiKey.id)
  const { name, scopes, ratePerMinute } = apiKey
  const [use, setUse] = useState({ name, scopes, ratePerMinute })
  const submit = () => {
    if (use.scopes.length > 0) save.mutate(use, { onSuccess: close })
  }
  return (
    <SmallDialog title={words.changeTitle(name)} close={close}>
      <DialogForm submit={submit} mutation={save} action={texts.save} busy={texts.saving}>
        <KeyFields use={use} change={(changed) => setUse({ ...use, ...changed })} />
      </DialogForm>
    </SmallDialog>
  )
}
