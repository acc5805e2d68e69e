import { useState } from 'react'
import { useBeginSecondFactor, useConfirmSecondFactor } from '../../api/account/account.ts'
import { CodeBlock } from '../../parts/code-block.tsx'
import { DialogForm, ShownOnce, SmallDialog } from '../../parts/dialogs/small-dialog.tsx'
import { TextField } from '../../parts/forms/field.tsx'
import { wayTexts } from '../../texts/ways.ts'
import styles from './account-page.module.css'
import { PasswordStep } from './password-step.tsx'
import { QrCode } from './qr-code.tsx'

const words = wayTexts.account

/** Three steps: the password, a first code of the authenticator, the recovery codes to save. */
export function SetUpFactorDialog({ close }: { close: () => void }) {
  const begin = useBeginSecondFactor()
  const confirm = useConfirmSecondFactor()
  const codes = confirm.data?.recoveryCodes
  return (
    <SmallDialog title={codes ? words.recoveryCodes : words.setUpFactor} close={close} isFirm>
      {codes && (
        <ShownOnce
          lead={words.recoveryCodesHint}
          code={codes.join('\n')}
          label={words.recoveryCodes}
          done={words.codesSaved}
        />
      )}
      {!codes && begin.data && <FirstCode {...begin.data} confirm={confirm} />}
      {!begin.data && (
        <PasswordStep
          lead={words.setUpFactorHint}
          action={words.proceed}
          mutation={begin}
          go={(password) => begin.mutate({ password })}
        />
      )}
    </SmallDialog>
  )
}

interface FirstCodeProps {
  secret: string
  uri: string
  confirm: ReturnType<typeof useConfirmSecondFactor>
}

function FirstCode({ secret, uri, confirm }: FirstCodeProps) {
  const [code, setCode] = useState('')
  return (
    <DialogForm
      lead={words.scan}
      submit={() => confirm.mutate({ code })}
      mutation={confirm}
      action={words.turnOn}
    >
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
    </DialogForm>
  )
}
