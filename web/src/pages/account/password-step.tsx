import { useState } from 'react'
import { DialogForm } from '../../parts/dialogs/small-dialog.tsx'
import { PresentPassword } from '../../parts/forms/present-password.tsx'

interface PasswordStepProps {
  lead: string
  action: string
  /** The request to the server. */
  mutation: { isPending: boolean; error: unknown }
  go: (password: string) => void
}

/** The password once more, before sign-in methods change; inside a dialog. */
export function PasswordStep({ lead, action, mutation, go }: PasswordStepProps) {
  const [password, setPassword] = useState('')
  return (
    <DialogForm lead={lead} submit={() => go(password)} mutation={mutation} action={action}>
      <PresentPassword value={password} change={setPassword} />
    </DialogForm>
  )
}
