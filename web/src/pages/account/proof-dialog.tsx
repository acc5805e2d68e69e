import { useState } from 'react'
import { useSignInWays } from '../../api/account/ways.ts'
import { DialogForm, SmallDialog } from '../../parts/dialogs/small-dialog.tsx'
import { explainAction } from '../../parts/explain-action.ts'
import { TextField } from '../../parts/forms/field.tsx'
import { PresentPassword } from '../../parts/forms/present-password.tsx'

interface ProofDialogProps {
  title: string
  /** What will happen, in words. */
  lead: string
  action: string
  look?: 'primary' | 'danger'
  /** The request to the server. */
  mutation: { isPending: boolean; error: Error | null }
  /** A line of text that goes with it. */
  field?: { label: string; placeholder?: string; initial?: string; type?: 'text' | 'email' }
  /** An account with a password must enter it, however recent the sign-in. */
  isStrict?: boolean
  /** No proof is required. */
  isFree?: boolean
  go: (given: { password?: string; text: string }) => void
  close: () => void
}

/** Does something that only the person themselves may do: asks for the password if that is needed. */
export function ProofDialog(props: ProofDialogProps) {
  const { title, lead, action, look = 'primary', mutation, field } = props
  const { isStrict = false, isFree = false } = props
  const ways = useSignInWays()
  const [text, setText] = useState(field?.initial ?? '')
  const [password, setPassword] = useState('')
  const hasPassword = !isFree && ways.data?.hasPassword === true
  const isAsked = hasPassword && (isStrict || ways.data?.isRecent === false)
  return (
    <SmallDialog title={title} close={props.close} isBusy={mutation.isPending}>
      <DialogForm
        lead={lead}
        submit={() => props.go({ text, ...(isAsked && { password }) })}
        mutation={{ isPending: mutation.isPending || ways.isPending, error: mutation.error }}
        action={action}
        look={look}
        explain={explainAction}
      >
        {field && (
          <TextField
            label={field.label}
            type={field.type ?? 'text'}
            placeholder={field.placeholder}
            required
            maxLength={field.type === 'email' ? 320 : 60}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
        {isAsked && <PresentPassword value={password} change={setPassword} />}
      </DialogForm>
    </SmallDialog>
  )
}
