import { useState } from 'react'
import { useRemoveSecondFactor } from '../../api/account/account.ts'
import { DialogForm, SmallDialog } from '../../parts/dialogs/small-dialog.tsx'
import { PresentPassword } from '../../parts/forms/present-password.tsx'
import { CodeField } from '../../parts/step-up/step-up-dialog.tsx'
import { wayTexts } from '../../texts/ways.ts'

const words = wayTexts.account

/** Turns two-factor sign-in off, which needs the password and a code. */
export function RemoveFactorDialog({ close }: { close: () => void }) {
  const remove = useRemoveSecondFactor()
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  return (
    <SmallDialog title={words.removeFactor} close={close} isBusy={remove.isPending}>
      <DialogForm
        lead={words.removeFactorHint}
        submit={() => remove.mutate({ password, code }, { onSuccess: close })}
        mutation={remove}
        action={words.removeFactor}
        look="danger"
      >
        <PresentPassword value={password} change={setPassword} />
        <CodeField value={code} change={setCode} />
      </DialogForm>
    </SmallDialog>
  )
}
