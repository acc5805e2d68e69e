import { Dialog } from '@base-ui/react/dialog'
import { type FormEvent, useState } from 'react'
import { Button } from '../../parts/button.tsx'
import dialogs from '../../parts/dialog.module.css'
import { explainFailure } from '../../parts/failure.tsx'
import { TextField } from '../../parts/field.tsx'
import forms from '../../parts/form.module.css'
import { Notice } from '../../parts/notice.tsx'
import { texts } from '../../texts/texts.ts'
import { wayTexts } from '../../texts/ways.ts'

interface PasswordStepProps {
  lead: string
  action: string
  busy: boolean
  error: Error | null
  go: (password: string) => void
}

/** The password once more, before how one signs in is changed; inside a dialog. */
export function PasswordStep({ lead, action, busy, error, go }: PasswordStepProps) {
  const [password, setPassword] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    go(password)
  }
  return (
    <form className={forms.form} onSubmit={submit}>
      <Dialog.Description className={dialogs.text}>{lead}</Dialog.Description>
      <TextField
        label={wayTexts.account.present}
        type="password"
        name="password"
        autoComplete="current-password"
        required
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      {error && <Notice look="bad">{explainFailure(error)}</Notice>}
      <div className={dialogs.actions}>
        <Dialog.Close render={<Button />}>{texts.cancel}</Dialog.Close>
        <Button type="submit" look="primary" busy={busy}>
          {action}
        </Button>
      </div>
    </form>
  )
}
