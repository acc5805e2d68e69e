import { useState } from 'react'
import { TextField } from '../../parts/field.tsx'
import { DialogForm } from '../../parts/small-dialog.tsx'
import { wayTexts } from '../../texts/ways.ts'

interface PasswordStepProps {
  lead: string
  action: string
  /** What is asked of the server. */
  deed: { isPending: boolean; error: unknown }
  go: (password: string) => void
}

/** The password once more, before how one signs in is changed; inside a dialog. */
export function PasswordStep({ lead, action, deed, go }: PasswordStepProps) {
  const [password, setPassword] = useState('')
  return (
    <DialogForm lead={lead} submit={() => go(password)} deed={deed} action={action}>
      <TextField
        label={wayTexts.account.present}
        type="password"
        name="password"
        autoComplete="current-password"
        required
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
    </DialogForm>
  )
}
