import { Dialog } from '@base-ui/react/dialog'
import { type FormEvent, useState } from 'react'
import { useCreateKey } from '../../api/keys.ts'
import { Button } from '../../parts/button.tsx'
import { CodeBlock } from '../../parts/code-block.tsx'
import dialogs from '../../parts/dialog.module.css'
import { explainFailure } from '../../parts/failure.tsx'
import { SelectField, TextField } from '../../parts/field.tsx'
import forms from '../../parts/form.module.css'
import { Notice } from '../../parts/notice.tsx'
import { texts } from '../../texts/texts.ts'
import styles from './key-list.module.css'

const words = texts.settings
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
            <div className={styles.made}>
              <p className={dialogs.text}>{words.keyMadeHint}</p>
              <CodeBlock code={create.data.token} label={words.keyMade} />
              <div className={dialogs.actions}>
                <Dialog.Close render={<Button look="primary" />}>{words.done}</Dialog.Close>
              </div>
            </div>
          ) : (
            <NewKeyForm create={create} />
          )}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function NewKeyForm({ create }: { create: ReturnType<typeof useCreateKey> }) {
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<string[]>(usualScopes)
  const [expiry, setExpiry] = useState('never')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (scopes.length === 0) return
    const expires = expiry === 'never' ? {} : { expiresInDays: Number(expiry) }
    create.mutate({ name, scopes, ...expires })
  }
  const turn = (scope: string, on: boolean) =>
    setScopes(on ? [...scopes, scope] : scopes.filter((one) => one !== scope))
  return (
    <form className={forms.form} onSubmit={submit}>
      <TextField
        label={words.keyName}
        name="name"
        required
        maxLength={255}
        placeholder={words.keyNamePlaceholder}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <fieldset className={styles.scopes}>
        <legend>{words.scopes}</legend>
        {Object.entries(words.scopeNames).map(([scope, text]) => (
          <label key={scope} className={styles.scope}>
            <input
              type="checkbox"
              name={scope}
              checked={scopes.includes(scope)}
              onChange={(event) => turn(scope, event.target.checked)}
            />
            {text}
            <code>{scope}</code>
          </label>
        ))}
      </fieldset>
      {scopes.length === 0 && <Notice look="bad">{words.noScope}</Notice>}
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
