import { Dialog } from '@base-ui/react/dialog'
import { type FormEvent, useState } from 'react'
import { useSignInWays } from '../../api/ways.ts'
import { Button } from '../../parts/button.tsx'
import dialogs from '../../parts/dialog.module.css'
import { TextField } from '../../parts/field.tsx'
import forms from '../../parts/form.module.css'
import { Notice } from '../../parts/notice.tsx'
import { texts } from '../../texts/texts.ts'
import { wayTexts } from '../../texts/ways.ts'
import { explainDeed } from './explain-deed.ts'

interface ProofDialogProps {
  title: string
  /** What will happen, in words. */
  lead: string
  action: string
  look?: 'primary' | 'danger'
  /** What is asked of the server. */
  deed: { isPending: boolean; error: Error | null }
  /** A line of text that goes with it. */
  field?: { label: string; placeholder?: string; initial?: string; type?: 'text' | 'email' }
  /** Whoever has a password enters it, however short ago they signed in. */
  isStrict?: boolean
  /** Nobody has to prove anything. */
  isFree?: boolean
  go: (given: { password?: string; text: string }) => void
  close: () => void
}

/** Does something that only the person themselves may do: asks for the password where that is needed. */
export function ProofDialog(props: ProofDialogProps) {
  const { title, lead, action, look = 'primary', deed, field } = props
  const { isStrict = false, isFree = false } = props
  const ways = useSignInWays()
  const [text, setText] = useState(field?.initial ?? '')
  const [password, setPassword] = useState('')
  const hasPassword = !isFree && ways.data?.hasPassword === true
  const isAsked = hasPassword && (isStrict || ways.data?.isRecent === false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    props.go({ text, ...(isAsked && { password }) })
  }
  return (
    <Dialog.Root open onOpenChange={(open) => !open && !deed.isPending && props.close()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={dialogs.backdrop} />
        <Dialog.Popup className={dialogs.small}>
          <Dialog.Title className={dialogs.title}>{title}</Dialog.Title>
          <form className={forms.form} onSubmit={submit}>
            <Dialog.Description className={dialogs.text}>{lead}</Dialog.Description>
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
            {isAsked && (
              <TextField
                label={wayTexts.account.present}
                type="password"
                name="password"
                autoComplete="current-password"
                required
                value={password}
                onChange={(event) => setPassword(event.target.value)}
              />
            )}
            {deed.error && <Notice look="bad">{explainDeed(deed.error)}</Notice>}
            <div className={dialogs.actions}>
              <Dialog.Close render={<Button disabled={deed.isPending} />}>
                {texts.cancel}
              </Dialog.Close>
              <Button type="submit" look={look} busy={deed.isPending || ways.isPending}>
                {action}
              </Button>
            </div>
          </form>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
