import { useState } from 'react'
import { type AlertHook, useAddHook } from '../../../api/site/alerts.ts'
import { DialogForm, ShownOnce, SmallDialog } from '../../../parts/dialogs/small-dialog.tsx'
import { SelectField, TextField } from '../../../parts/forms/field.tsx'
import { alertTexts as words } from '../../../texts/alerts.ts'

interface SecretDialogProps {
  secret: string
  hint: string
  close: () => void
}

/** A secret, the only time that it can be copied. */
export function SecretDialog({ secret, hint, close }: SecretDialogProps) {
  return (
    <SmallDialog title={words.secretMade} close={close} isFirm>
      <ShownOnce lead={hint} code={secret} label={words.secretMade} done={words.done} />
    </SmallDialog>
  )
}

/** Adds a webhook. One for a program shows its secret once; Slack and Discord check none. */
export function AddHookDialog({ siteId, close }: { siteId: string; close: () => void }) {
  const add = useAddHook(siteId)
  const [form, setForm] = useState({ name: '', url: '', format: 'slack' as AlertHook['format'] })
  if (add.data?.hook.format === 'json') {
    return <SecretDialog secret={add.data.secret} hint={words.secretHint} close={close} />
  }
  const submit = () =>
    add.mutate(form, {
      onSuccess: ({ hook }) => {
        if (hook.format !== 'json') close()
      },
    })
  return (
    <SmallDialog title={words.addHook} close={close} isFirm>
      <DialogForm submit={submit} mutation={add} action={words.add} busy={words.adding}>
        <SelectField
          label={words.format}
          name="format"
          value={form.format}
          onChange={({ target }) =>
            setForm({ ...form, format: target.value as AlertHook['format'] })
          }
        >
          {Object.entries(words.formats).map(([name, text]) => (
            <option key={name} value={name}>
              {text}
            </option>
          ))}
        </SelectField>
        <TextField
          label={words.name}
          name="name"
          required
          maxLength={100}
          autoComplete="off"
          value={form.name}
          onChange={({ target }) => setForm({ ...form, name: target.value })}
        />
        <TextField
          label={words.url}
          hint={words.urlHint}
          name="url"
          type="url"
          required
          maxLength={2048}
          autoComplete="off"
          spellCheck={false}
          value={form.url}
          onChange={({ target }) => setForm({ ...form, url: target.value })}
        />
      </DialogForm>
    </SmallDialog>
  )
}
