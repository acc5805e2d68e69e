import { Dialog } from '@base-ui/react/dialog'
import { type FormEvent, type ReactNode, useState } from 'react'
import { type AlertHook, useAddHook } from '../../../api/alerts.ts'
import { Button } from '../../../parts/button.tsx'
import { CodeBlock } from '../../../parts/code-block.tsx'
import dialogs from '../../../parts/dialog.module.css'
import { explainFailure } from '../../../parts/failure.tsx'
import { SelectField, TextField } from '../../../parts/field.tsx'
import forms from '../../../parts/form.module.css'
import { Notice } from '../../../parts/notice.tsx'
import { alertTexts as words } from '../../../texts/alerts.ts'
import { texts } from '../../../texts/texts.ts'

interface FrameProps {
  title: string
  close: () => void
  children: ReactNode
}

function Frame({ title, close, children }: FrameProps) {
  return (
    <Dialog.Root open onOpenChange={(open) => !open && close()} disablePointerDismissal>
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

interface SecretDialogProps {
  secret: string
  hint: string
  close: () => void
}

/** A secret at the one moment when it can be copied. */
export function SecretDialog({ secret, hint, close }: SecretDialogProps) {
  return (
    <Frame title={words.secretMade} close={close}>
      <div className={forms.form}>
        <p className={dialogs.text}>{hint}</p>
        <CodeBlock code={secret} label={words.secretMade} />
        <div className={dialogs.actions}>
          <Dialog.Close render={<Button look="primary" />}>{words.done}</Dialog.Close>
        </div>
      </div>
    </Frame>
  )
}

/** Adds a webhook. One for a program shows its secret once; Slack and Discord check none. */
export function AddHookDialog({ siteId, close }: { siteId: string; close: () => void }) {
  const add = useAddHook(siteId)
  const [form, setForm] = useState({ name: '', url: '', format: 'slack' as AlertHook['format'] })
  if (add.data?.hook.format === 'json') {
    return <SecretDialog secret={add.data.secret} hint={words.secretHint} close={close} />
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    add.mutate(form, {
      onSuccess: ({ hook }) => {
        if (hook.format !== 'json') close()
      },
    })
  }
  return (
    <Frame title={words.addHook} close={close}>
      <form className={forms.form} onSubmit={submit}>
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
        {add.error && <Notice look="bad">{explainFailure(add.error)}</Notice>}
        <div className={dialogs.actions}>
          <Dialog.Close render={<Button />}>{texts.cancel}</Dialog.Close>
          <Button type="submit" look="primary" busy={add.isPending}>
            {add.isPending ? words.adding : words.add}
          </Button>
        </div>
      </form>
    </Frame>
  )
}
