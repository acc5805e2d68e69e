import { Link, useNavigate } from '@tanstack/react-router'
import type { AppInvitationShown } from '@tributary/contract/app/team.ts'
import { type FormEvent, useState } from 'react'
import { RequestError } from '../../api/client/request.ts'
import { useSession, useSignOut } from '../../api/client/session.ts'
import { useAcceptInvitation, useShownInvitation } from '../../api/site/team.ts'
import { Button, buttonClass } from '../../parts/forms/button.tsx'
import { TextField } from '../../parts/forms/field.tsx'
import forms from '../../parts/forms/form.module.css'
import { LoneFrame } from '../../parts/frame/frame.tsx'
import { useTitle } from '../../parts/frame/title.ts'
import { explainFailure, Failure } from '../../parts/states/failure.tsx'
import { Notice } from '../../parts/states/notice.tsx'
import { Skeleton } from '../../parts/states/skeleton.tsx'
import { careTexts } from '../../texts/care.ts'
import { texts } from '../../texts/texts.ts'

const words = careTexts.invitation

/** The page of an invitation's link: a new account, or a signed-in one, joins a site. */
export function InvitationPage() {
  useTitle(words.title)
  // The token is in the fragment, so it reaches no server log.
  const [token] = useState(() => new URLSearchParams(location.hash.slice(1)).get('token'))
  if (token === null) {
    return (
      <LoneFrame title={words.broken} lead={words.brokenHint}>
        <Link to="/" className={buttonClass('primary')}>
          {texts.failure.toSites}
        </Link>
      </LoneFrame>
    )
  }
  return <Opened token={token} />
}

function Opened({ token }: { token: string }) {
  const shown = useShownInvitation(token)
  const session = useSession()
  const isClosed = shown.error instanceof RequestError && shown.error.status === 403
  if (isClosed) {
    return (
      <LoneFrame title={words.closed} lead={explainFailure(shown.error)}>
        <Link to="/" className={buttonClass('primary')}>
          {texts.failure.toSites}
        </Link>
      </LoneFrame>
    )
  }
  const role = shown.data && careTexts.team.roles[shown.data.role]
  const lead = shown.data && role ? words.lead(shown.data.invitedBy, shown.data.siteName, role) : ''
  return (
    <LoneFrame title={words.title} lead={lead}>
      {shown.error && <Failure error={shown.error} retry={() => shown.refetch()} />}
      {shown.data && session.data !== undefined ? (
        <Answer token={token} shown={shown.data} own={session.data?.email} />
      ) : (
        !shown.error && <Skeleton width="100%" height="80px" />
      )}
    </LoneFrame>
  )
}

interface AnswerProps {
  token: string
  shown: AppInvitationShown
  /** The address of the signed-in person. */
  own: string | undefined
}

function Answer({ token, shown, own }: AnswerProps) {
  const { email, hasAccount } = shown
  const signOut = useSignOut(() => undefined)
  if (own !== undefined && own !== email) {
    return (
      <div className={forms.form}>
        <Notice look="plain">{words.otherAccount(own, email)}</Notice>
        <Button look="primary" busy={signOut.isPending} onClick={() => signOut.mutate()}>
          {words.signOut}
        </Button>
      </div>
    )
  }
  if (own === undefined && hasAccount) {
    const search = { to: `/invitation#token=${token}` } as never
    return (
      <div className={forms.form}>
        <Notice look="plain">{words.signInFirst(email)}</Notice>
        <Link to="/sign-in" search={search} className={buttonClass('primary')}>
          {words.signIn}
        </Link>
      </div>
    )
  }
  return <AcceptForm token={token} email={email} isNew={own === undefined} />
}

function AcceptForm({ token, email, isNew }: { token: string; email: string; isNew: boolean }) {
  const accept = useAcceptInvitation()
  const navigate = useNavigate()
  const [password, setPassword] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    accept.mutate(isNew ? { token, password } : { token }, {
      onSuccess: ({ siteId }) =>
        navigate({ to: '/sites/$siteId', params: { siteId }, replace: true }),
    })
  }
  return (
    <form className={forms.form} onSubmit={submit}>
      {accept.error && <Notice look="bad">{explainFailure(accept.error)}</Notice>}
      {isNew && (
        <>
          <TextField
            label={texts.signIn.email}
            type="email"
            name="email"
            autoComplete="username"
            readOnly
            value={email}
          />
          <TextField
            label={words.password}
            hint={texts.setUp.passwordHint}
            type="password"
            name="password"
            autoComplete="new-password"
            minLength={8}
            required
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        </>
      )}
      <Button type="submit" look="primary" busy={accept.isPending}>
        {accept.isPending ? words.busy : isNew ? words.create : words.accept}
      </Button>
    </form>
  )
}
