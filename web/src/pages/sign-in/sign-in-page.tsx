import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useNeedsSetUp, useSignIn } from '../../api/session.ts'
import { Button } from '../../parts/button.tsx'
import { explainFailure } from '../../parts/failure.tsx'
import { TextField } from '../../parts/field.tsx'
import forms from '../../parts/form.module.css'
import { LoneFrame } from '../../parts/frame.tsx'
import { Notice } from '../../parts/notice.tsx'
import { useTitle } from '../../parts/title.ts'
import { texts } from '../../texts/texts.ts'
import type { SearchParams } from '../../url-state/search-params.ts'

/** Signing in; afterwards the page that was asked for opens. */
export function SignInPage() {
  useTitle(texts.signIn.title)
  const search = useSearch({ strict: false }) as SearchParams
  const signIn = useSignIn()
  const needsSetUp = useNeedsSetUp()
  const router = useRouter()
  const navigate = useNavigate()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [code, setCode] = useState<string>()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    signIn.mutate(
      { email, password, ...(code !== undefined && { code }) },
      {
        onSuccess: ({ account }) => {
          if (account === null) return setCode('')
          return navigate({ href: ownPath(search.to), replace: true }).then(() =>
            router.invalidate(),
          )
        },
      },
    )
  }
  return (
    <LoneFrame
      title={texts.signIn.title}
      lead={search.ended ? texts.signIn.ended : texts.signIn.lead}
    >
      <form className={forms.form} onSubmit={submit}>
        {needsSetUp.data && <Notice look="good">{texts.setUp.needed}</Notice>}
        {signIn.error && <Notice look="bad">{explainFailure(signIn.error)}</Notice>}
        <TextField
          label={texts.signIn.email}
          type="email"
          name="email"
          autoComplete="username"
          required
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
        <TextField
          label={texts.signIn.password}
          type="password"
          name="password"
          autoComplete="current-password"
          required
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        {code !== undefined && (
          <TextField
            label={texts.signIn.code}
            hint={texts.signIn.codeHint}
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
          {signIn.isPending ? texts.signIn.busy : texts.signIn.submit}
        </Button>
      </form>
    </LoneFrame>
  )
}

/** Careful: the address comes from outside, so only a path of this very origin is followed. */
function ownPath(to: string | string[] | undefined): string {
  if (typeof to !== 'string') return '/'
  const target = new URL(to, location.origin)
  const isOwn = target.origin === location.origin && to.startsWith('/')
  return isOwn ? target.pathname + target.search + target.hash : '/'
}

function focus(field: HTMLInputElement | null): void {
  field?.focus()
}
