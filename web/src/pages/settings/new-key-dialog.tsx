import { useState } from 'react'
import { useCreateKey } from '../../api/site/keys.ts'
import { DialogForm, ShownOnce, SmallDialog } from '../../parts/dialogs/small-dialog.tsx'
import { SelectField } from '../../parts/forms/field.tsx'
import { settingsTexts } from '../../texts/settings.ts'
import { KeyFields } from './key-fields.tsx'

const words = settingsTexts
const usualScopes = ['goals:write', 'payments:write', 'visitors:read']

/** Creates a key and shows it once; it cannot be shown again. */
export function NewKeyDialog({ siteId, close }: { siteId: string; close: () => void }) {
  const create = useCreateKey(siteId)
  return (
    <SmallDialog title={create.data ? words.keyMade : words.newKey} close={close} isFirm>
      {create.data ? (
        <ShownOnce
          lead={words.keyMadeHint}
          code={create.data.token}
          label={words.keyMade}
          done={words.done}
        />
      ) : (
        <NewKeyForm create={create} />
      )}
    </SmallDialog>
  )
}

function NewKeyForm({ create }: { create: ReturnType<typeof useCreateKey> }) {
  const [use, setUse] = useState({ name: '', scopes: usualScopes, ratePerMinute: 100 })
  const [expiry, setExpiry] = useState('never')
  const submit = () => {
    if (use.scopes.length === 0) return
    const expires = expiry === 'never' ? {} : { expiresInDays: Number(expiry) }
    create.mutate({ ...use, ...expires })
  }
  return (
    <DialogForm submit={submit} mutation={create} action={words.createKey} busy={words.creatingKey}>
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
    </DialogForm>
  )
}
