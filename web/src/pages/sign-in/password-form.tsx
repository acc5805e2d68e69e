import { type FormEvent, useState } from 'react'
import { useSignIn } from '../../api/client/session.ts'
import { Button } from '../../parts/forms/button.tsx'
import { TextField } from '../../parts/forms/field.tsx'
import forms from '../../parts/forms/form.module.css'
import { explainFailure } from '../../parts/states/failure.tsx'
import { Notice } from '../../parts/states/notice.tsx'
import { texts } from '../../texts/texts.ts'

const words = texts.signIn

/** Address, password and, if required, a code. */
export function PasswordSignIn({ onSignedIn }: { onSignedIn: () => void }) {
  const signIn = useSignIn()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [code, setCode] = useState<string>()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    signIn.mutate(
      { email, password, ...(code !== undefined && { code }) },
      { onSuccess: ({ account }) => (account === null ? setCode('') : onSignedIn()) },
    )
  }
  return (
    <form className={forms.form} onSubmit={submit}>
      {signIn.error && <Notice look="bad">{explainFailure(signIn.error)}</Notice>}
      <TextField
        label={words.email}
        type="email"
        name="email"
        // "webauthn" makes the browser offer passkeys below the field.
        autoComplete="username webauthn"
        required
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <TextField
        label={words.password}
        type="password"
        name="password"
        autoComplete="current-password"
        required
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      {code !== undefined && (
        <TextField
          label={words.code}
          hint={words.codeHint}
          name="code"
          autoComplete="one-time-code"
          // The page has just asked for it, and there is nothing else to do.
          ref={focus}
          required
          maxLength={40}
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
      )}
      <Button type="submit" look="primary" busy={signIn.isPending}>
        {signIn.isPending ? words.busy : words.submit}
      </Button>
    </form>
  )
}

function focus(field: HTMLInputElement | null): void {
  field?.focus()
}
