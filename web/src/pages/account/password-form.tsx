import { type FormEvent, useState } from 'react'
import { useChangePassword } from '../../api/account/account.ts'
import { Button } from '../../parts/forms/button.tsx'
import { TextField } from '../../parts/forms/field.tsx'
import forms from '../../parts/forms/form.module.css'
import { explainFailure } from '../../parts/states/failure.tsx'
import { Notice } from '../../parts/states/notice.tsx'
import { texts } from '../../texts/texts.ts'
import { wayTexts } from '../../texts/ways.ts'

const words = wayTexts.account
const empty = { password: '', newPassword: '' }

/** Changes the password with the current one. */
export function PasswordForm() {
  const save = useChangePassword()
  const [form, setForm] = useState(empty)
  const change = (changed: Partial<typeof form>) => {
    save.reset()
    setForm({ ...form, ...changed })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate(form, { onSuccess: () => setForm(empty) })
  }
  return (
    <form className={forms.form} onSubmit={submit}>
      <TextField
        label={words.present}
        type="password"
        name="password"
        autoComplete="current-password"
        required
        value={form.password}
        onChange={(event) => change({ password: event.target.value })}
      />
      <TextField
        label={words.next}
        hint={words.nextHint}
        type="password"
        name="newPassword"
        autoComplete="new-password"
        required
        minLength={8}
        maxLength={1000}
        value={form.newPassword}
        onChange={(event) => change({ newPassword: event.target.value })}
      />
      {save.error && <Notice look="bad">{explainFailure(save.error)}</Notice>}
      <div className={forms.actions}>
        <Button type="submit" look="primary" busy={save.isPending}>
          {save.isPending ? texts.saving : words.changePassword}
        </Button>
        <span role="status">{save.isSuccess && words.passwordChanged}</span>
      </div>
    </form>
  )
}
