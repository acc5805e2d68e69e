import { AlertDialog } from '@base-ui/react/alert-dialog'
import { type FormEvent, type ReactNode, useState } from 'react'
import { texts } from '../../texts/texts.ts'
import { Button } from '../forms/button.tsx'
import { TextField } from '../forms/field.tsx'
import { explainFailure } from '../states/failure.tsx'
import { Notice } from '../states/notice.tsx'
import dialogs from './dialog.module.css'

interface ConfirmDialogProps {
  title: string
  /** What will happen, in words. */
  children: ReactNode
  /** The button's text, and its text while the action is in progress. */
  action: string
  busy: string
  /** The request to the server. */
  mutation: { isPending: boolean; error: unknown }
  confirm: () => void
  close: () => void
  /** What must be typed before an action that cannot be undone. */
  typed?: { word: string; label: string }
}

/** Asks for confirmation before an action that is not easily undone. */
export function ConfirmDialog({
  title,
  action,
  busy,
  mutation,
  typed,
  ...rest
}: ConfirmDialogProps) {
  const [word, setWord] = useState('')
  const isTyped = typed === undefined || word.trim() === typed.word
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isTyped) rest.confirm()
  }
  return (
    <AlertDialog.Root open onOpenChange={(open) => !open && !mutation.isPending && rest.close()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={dialogs.backdrop} />
        <AlertDialog.Popup className={dialogs.small}>
          <AlertDialog.Title className={dialogs.title}>{title}</AlertDialog.Title>
          <AlertDialog.Description className={dialogs.text} render={<div />}>
            {rest.children}
          </AlertDialog.Description>
          <form onSubmit={submit}>
            {typed && (
              <div className={dialogs.typed}>
                <TextField
                  label={typed.label}
                  autoComplete="off"
                  spellCheck={false}
                  value={word}
                  onChange={(event) => setWord(event.target.value)}
                />
              </div>
            )}
            {mutation.error !== null && (
              <Notice look="bad">{explainFailure(mutation.error)}</Notice>
            )}
            <div className={dialogs.actions}>
              <AlertDialog.Close render={<Button disabled={mutation.isPending} />}>
                {texts.cancel}
              </AlertDialog.Close>
              <Button type="submit" look="danger" busy={mutation.isPending} disabled={!isTyped}>
                {mutation.isPending ? busy : action}
              </Button>
            </div>
          </form>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
