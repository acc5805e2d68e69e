import { Dialog } from '@base-ui/react/dialog'
import { type FormEvent, useState } from 'react'
import { useBeginSecondFactor, useConfirmSecondFactor } from '../../api/account.ts'
import { Button } from '../../parts/button.tsx'
import { CodeBlock } from '../../parts/code-block.tsx'
import dialogs from '../../parts/dialog.module.css'
import { explainFailure } from '../../parts/failure.tsx'
import { TextField } from '../../parts/field.tsx'
import forms from '../../parts/form.module.css'
import { Notice } from '../../parts/notice.tsx'
import { texts } from '../../texts/texts.ts'
import { wayTexts } from '../../texts/ways.ts'
import styles from './account-page.module.css'
import { PasswordStep } from './password-step.tsx'
import { QrCode } from './qr-code.tsx'

const words = wayTexts.account

/** Three steps: the password, a first code of the authenticator, the recovery codes to put away. */
export function SetUpFactorDialog({ close }: { close: () => void }) {
  const begin = useBeginSecondFactor()
  const confirm = useConfirmSecondFactor()
  const codes = confirm.data?.recoveryCodes
  return (
    <Dialog.Root open onOpenChange={(open) => !open && close()} disablePointerDismissal>
      <Dialog.Portal>
        <Dialog.Backdrop className={dialogs.backdrop} />
        <Dialog.Popup className={dialogs.small}>
          <Dialog.Title className={dialogs.title}>
            {codes ? words.recoveryCodes : words.setUpFactor}
          </Dialog.Title>
          {codes && <RecoveryCodes codes={codes} />}
          {!codes && begin.data && <FirstCode {...begin.data} confirm={confirm} />}
          {!begin.data && (
            <PasswordStep
              lead={words.setUpFactorHint}
              action={words.goOn}
              busy={begin.isPending}
              error={begin.error}
              go={(password) => begin.mutate({ password })}
            />
          )}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

interface FirstCodeProps {
  secret: string
  uri: string
  confirm: ReturnType<typeof useConfirmSecondFactor>
}

function FirstCode({ secret, uri, confirm }: FirstCodeProps) {
  const [code, setCode] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    confirm.mutate({ code })
  }
  return (
    <form className={forms.form} onSubmit={submit}>
      <Dialog.Description className={dialogs.text}>{words.scan}</Dialog.Description>
      <QrCode text={uri} label={words.qrCode} className={styles.picture} />
      <CodeBlock code={secret} label={words.secret} />
      <TextField
        label={words.code}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        maxLength={20}
        value={code}
        onChange={(event) => setCode(event.target.value)}
      />
      {confirm.error && <Notice look="bad">{explainFailure(confirm.error)}</Notice>}
      <div className={dialogs.actions}>
        <Dialog.Close render={<Button />}>{texts.cancel}</Dialog.Close>
        <Button type="submit" look="primary" busy={confirm.isPending}>
          {words.turnOn}
        </Button>
      </div>
    </form>
  )
}

function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  return (
    <div className={styles.steps}>
      <Dialog.Description className={dialogs.text}>{words.recoveryCodesHint}</Dialog.Description>
      <CodeBlock code={codes.join('\n')} label={words.recoveryCodes} />
      <div className={dialogs.actions}>
        <Dialog.Close render={<Button look="primary" />}>{words.putAway}</Dialog.Close>
      </div>
    </div>
  )
}
