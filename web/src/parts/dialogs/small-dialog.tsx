import { Dialog } from '@base-ui/react/dialog'
import type { FormEvent, ReactNode } from 'react'
import { texts } from '../../texts/texts.ts'
import { CodeBlock } from '../code-block.tsx'
import { Button } from '../forms/button.tsx'
import forms from '../forms/form.module.css'
import { explainFailure } from '../states/failure.tsx'
import { Notice } from '../states/notice.tsx'
import dialogs from './dialog.module.css'

interface SmallDialogProps {
  title: string
  close: () => void
  /** A click outside does not close it: its content is shown only once. */
  isFirm?: boolean
  /** A request is in progress, which cannot be cancelled. */
  isBusy?: boolean
  children: ReactNode
}

/** A small dialog, open as long as it is rendered. */
export function SmallDialog({ title, close, isFirm, isBusy, children }: SmallDialogProps) {
  return (
    <Dialog.Root
      open
      onOpenChange={(open) => !open && !isBusy && close()}
      disablePointerDismissal={isFirm ?? false}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className={dialogs.backdrop} />
        <Dialog.Popup className={dialogs.small}>
          <Dialog.Title className={dialogs.title}>{title}</Dialog.Title>
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

interface DialogFormProps {
  /** What will happen, in words. */
  lead?: string
  /** The fields. */
  children?: ReactNode
  submit: (form: HTMLFormElement) => void
  /** The request to the server; absent if the form only changes the address. */
  mutation?: { isPending: boolean; error: unknown }
  /** The button's text, and its text while the action is in progress. */
  action: string
  busy?: string
  look?: 'primary' | 'danger'
  isDisabled?: boolean
  /** An additional button, between cancel and submit. */
  otherDeed?: ReactNode
  explain?: (error: unknown) => string
}

/** The form inside a small dialog: fields, error, cancel and submit. */
export function DialogForm(props: DialogFormProps) {
  const {
    lead,
    mutation,
    action,
    busy = action,
    look = 'primary',
    explain = explainFailure,
  } = props
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    props.submit(event.currentTarget)
  }
  return (
    <form className={forms.form} onSubmit={submit}>
      {lead && <Dialog.Description className={dialogs.text}>{lead}</Dialog.Description>}
      {props.children}
      {mutation?.error != null && <Notice look="bad">{explain(mutation.error)}</Notice>}
      <div className={dialogs.actions}>
        <Dialog.Close render={<Button />}>{texts.cancel}</Dialog.Close>
        {props.otherDeed}
        <Button
          type="submit"
          look={look}
          busy={mutation?.isPending === true}
          disabled={props.isDisabled}
        >
          {mutation?.isPending ? busy : action}
        </Button>
      </div>
    </form>
  )
}

/** The result of a dialog, and the button that closes it. */
export function Done({ lead, done }: { lead: string; done: string }) {
  return (
    <div className={forms.form}>
      <Dialog.Description className={dialogs.text}>{lead}</Dialog.Description>
      <div className={dialogs.actions}>
        <Dialog.Close render={<Button look="primary" />}>{done}</Dialog.Close>
      </div>
    </div>
  )
}

interface ShownOnceProps {
  lead: string
  /** The text to copy, and its name. */
  code: string
  label: string
  done: string
  children?: ReactNode
}

/** A secret or a link, the only time that it can be copied: closing the dialog discards it. */
export function ShownOnce({ lead, code, label, done, children }: ShownOnceProps) {
  return (
    <div className={forms.form}>
      <Dialog.Description className={dialogs.text}>{lead}</Dialog.Description>
      <CodeBlock code={code} label={label} />
      {children}
      <div className={dialogs.actions}>
        <Dialog.Close render={<Button look="primary" />}>{done}</Dialog.Close>
      </div>
    </div>
  )
}
