import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { knowsPasskeys } from '../../api/account/passkeys.ts'
import { usePasskeyStepUp, useSignInWays, useStepUp } from '../../api/account/ways.ts'
import { wayTexts } from '../../texts/ways.ts'
import { DialogForm, SmallDialog } from '../dialogs/small-dialog.tsx'
import { explainAction } from '../explain-action.ts'
import { Button } from '../forms/button.tsx'
import { TextField } from '../forms/field.tsx'
import { PresentPassword } from '../forms/present-password.tsx'
import { ProviderButton } from '../forms/provider-button.tsx'

const words = wayTexts.stepUp

/** Asks the person to confirm their identity with one of their methods: a code, a password or a passkey. */
export function StepUpDialog({ close }: { close: (isConfirmed: boolean) => void }) {
  const ways = useSignInWays()
  const stepUp = useStepUp()
  const passkey = usePasskeyStepUp()
  const [typed, setTyped] = useState('')
  const { hasPassword, hasCodes, hasPasskeys, oidc } = ways.data ?? {}
  const isTyped = hasCodes === true || hasPassword === true
  const onSuccess = () => close(true)
  const usePasskey = () => passkey.mutate(undefined, { onSuccess })
  const mutation = {
    isPending: stepUp.isPending || passkey.isPending,
    error: ways.error ?? stepUp.error ?? passkey.error,
  }
  const passkeyButton = hasPasskeys && knowsPasskeys() && isTyped && (
    <Button onClick={usePasskey}>
      <KeyRound aria-hidden />
      {words.passkey}
    </Button>
  )
  // Opened before it is known what to ask for, the focus would go to the cancel button.
  if (ways.isPending) return null
  return (
    <SmallDialog title={words.title} close={() => close(false)} isFirm isBusy={mutation.isPending}>
      <DialogForm
        lead={words.lead}
        submit={() => {
          if (!isTyped) return usePasskey()
          stepUp.mutate(hasCodes ? { code: typed } : { password: typed }, { onSuccess })
        }}
        mutation={mutation}
        action={isTyped ? words.confirm : words.passkey}
        isDisabled={!isTyped && !hasPasskeys}
        otherDeed={passkeyButton}
        explain={explainAction}
      >
        {hasCodes && <CodeField value={typed} change={setTyped} />}
        {hasPassword && !hasCodes && <PresentPassword value={typed} change={setTyped} />}
        {ways.data && !isTyped && !hasPasskeys && oidc && (
          <ProviderButton name={oidc.name} to={location.pathname} look="plain" />
        )}
      </DialogForm>
    </SmallDialog>
  )
}

interface CodeFieldProps {
  value: string
  change: (code: string) => void
}

/** A code of the authenticator, or a recovery code. */
export function CodeField({ value, change }: CodeFieldProps) {
  return (
    <TextField
      label={words.code}
      hint={words.codeHint}
      name="code"
      autoComplete="one-time-code"
      required
      maxLength={40}
      value={value}
      onChange={(event) => change(event.target.value)}
    />
  )
}
