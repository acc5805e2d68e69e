import { Link, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useReset, useResetLink } from '../../api/account/ways.ts'
import { Button, buttonClass } from '../../parts/forms/button.tsx'
import { TextField } from '../../parts/forms/field.tsx'
import forms from '../../parts/forms/form.module.css'
import { LoneFrame } from '../../parts/frame/frame.tsx'
import { useTitle } from '../../parts/frame/title.ts'
import { explainFailure } from '../../parts/states/failure.tsx'
import { Notice } from '../../parts/states/notice.tsx'
import { Skeleton } from '../../parts/states/skeleton.tsx'
import { texts } from '../../texts/texts.ts'
import { wayTexts } from '../../texts/ways.ts'

const words = wayTexts.reset

/** The page of a password reset link. */
export function ResetPage() {
  useTitle(words.title)
  // The token is in the fragment, so it reaches no server log.
  const [token] = useState(() => new URLSearchParams(location.hash.slice(1)).get('token'))
  if (token === null) {
    return <Refused title={words.broken} lead={words.brokenHint} />
  }
  return <Opened token={token} />
}

function Opened({ token }: { token: string }) {
  const link = useResetLink(token)
  if (link.error) {
    const lead = explainFailure(link.error)
    return <Refused title={words.closed} lead={lead} />
  }
  return (
    <LoneFrame title={words.title} lead={link.data ? words.lead(link.data.email) : ''}>
      {link.data ? (
        <ResetForm token={token} {...link.data} />
      ) : (
        <Skeleton width="100%" height="80px" />
      )}
    </LoneFrame>
  )
}

/** Shown if the link is invalid: another one can be requested on the sign-in page. */
function Refused(says: { title: string; lead: string }) {
  return (
    <LoneFrame {...says}>
      <Link to="/sign-in" className={buttonClass('primary')}>
        {texts.signIn.submit}
      </Link>
    </LoneFrame>
  )
}

interface ResetFormProps {
  token: string
  email: string
  codeNeeded: boolean
}

function ResetForm({ token, email, codeNeeded }: ResetFormProps) {
  const reset = useReset()
  const navigate = useNavigate()
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const given = { token, password, ...(codeNeeded && { code }) }
    reset.mutate(given, {
      onSuccess: ({ account }) => account && navigate({ to: '/', replace: true }),
    })
  }
  return (
    <form className={forms.form} onSubmit={submit}>
      {reset.error && <Notice look="bad">{explainFailure(reset.error)}</Notice>}
      {/* So that a password manager knows whose password it is. */}
      <input type="hidden" name="email" autoComplete="username" value={email} readOnly />
      <TextField
        label={words.password}
        hint={wayTexts.account.nextHint}
        type="password"
        name="password"
        autoComplete="new-password"
        required
        minLength={8}
        maxLength={1000}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      {codeNeeded && (
        <TextField
          label={texts.signIn.code}
          hint={texts.signIn.codeHint}
          name="code"
          autoComplete="one-time-code"
          required
          maxLength={40}
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
      )}
      <Button type="submit" look="primary" busy={reset.isPending}>
        {reset.isPending ? words.busy : words.submit}
      </Button>
    </form>
  )
}
