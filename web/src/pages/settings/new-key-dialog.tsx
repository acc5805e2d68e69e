import { Dialog } from '@base-ui/react/dialog'
import { type FormEvent, useState } from 'react'
import { useCreateKey } from '../../api/keys.ts'
import { Button } from '../../parts/button.tsx'
import dialogs from '../../parts/dialog.module.css'
import { explainFailure } from '../../parts/failure.tsx'
import { SelectField } from '../../parts/field.tsx'
import forms from '../../parts/form.module.css'
import { Notice } from '../../parts/notice.tsx'
import { settingsTexts } from '../../texts/settings.ts'
import { texts } from '../../texts/texts.ts'
import { KeyFields } from './key-fields.tsx'
import { KeyOnce } from './key-once.tsx'

const words = settingsTexts
const usualScopes = ['goals:write', 'payments:write', 'visitors:read']

/** Makes a key and shows it once; closing it is the end of that. */
export function NewKeyDialog({ siteId, close }: { siteId: string; close: () => void }) {
  const create = useCreateKey(siteId)
  return (
    <Dialog.Root open onOpenChange={(open) => !open && close()} disablePointerDismissal>
      <Dialog.Portal>
        <Dialog.Backdrop className={dialogs.backdrop} />
        <Dialog.Popup className={dialogs.small}>
          <Dialog.Title className={dialogs.title}>
            {create.data ? words.keyMade : words.newKey}
          </Dialog.Title>
          {create.data ? (
            <KeyOnce token={create.data.token} hint={words.keyMadeHint} />
          ) : (
            <NewKeyForm create={create} />
          )}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function NewKeyForm({ create }: { create: ReturnType<typeof useCreateKey> }) {
  const [use, setUse] = useState({ name: '', scopes: usualScopes, ratePerMinute: 100 })
  const [expiry, setExpiry] = useState('never')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (use.scopes.length === 0) return
    const expires = expiry === 'never' ? {} : { expiresInDays: Number(expiry) }
    create.mutate({ ...use, ...expires })
  }
  return (
    <form className={forms.form} onSubmit={submit}>
      <KeyFields use={use} change={(changed) => setUse({ ...use, ...changed })} />
      <SelectField
        label={words.expiry}
        name="expiry"
        value={expiry}
        onChange={(event) => setExpiry(event.target.value)}
      >
        {Object.entries(words.expiries).map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </SelectField>
      {create.error && <Notice look="bad">{explainFailure(create.error)}</Notice>}
      <div className={dialogs.actions}>
        <Dialog.Close render={<Button />}>{texts.cancel}</Dialog.Close>
        <Button type="submit" look="primary" busy={create.isPending}>
          {create.isPending ? words.creatingKey : words.createKey}
        </Button>
      </div>
    </form>
  )
}
