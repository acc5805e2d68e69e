import { Link, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { type NewSite, useSetUp } from '../../api/site/sites.ts'
import { Button, buttonClass } from '../../parts/forms/button.tsx'
import { TextField } from '../../parts/forms/field.tsx'
import forms from '../../parts/forms/form.module.css'
import { readDomain, SiteFields } from '../../parts/forms/site-fields.tsx'
import { guessZoneAndCurrency } from '../../parts/forms/zones-and-currencies.ts'
import { LoneFrame } from '../../parts/frame/frame.tsx'
import { useTitle } from '../../parts/frame/title.ts'
import { explainFailure } from '../../parts/states/failure.tsx'
import { Notice } from '../../parts/states/notice.tsx'
import { texts } from '../../texts/texts.ts'

const leastPasswordLength = 8

/** The one-time link's page: the first account and the first site, then the script. */
export function SetUpPage() {
  useTitle(texts.setUp.title)
  // The token is in the fragment, so it reaches no server log.
  const [token] = useState(() => new URLSearchParams(location.hash.slice(1)).get('token'))
  if (token === null) {
    return (
      <LoneFrame title={texts.setUp.noToken} lead={texts.setUp.noTokenHint}>
        <Link to="/sign-in" className={buttonClass('primary')}>
          {texts.signIn.submit}
        </Link>
      </LoneFrame>
    )
  }
  return (
    <LoneFrame title={texts.setUp.title} lead={texts.setUp.lead}>
      <SetUpForm token={token} />
    </LoneFrame>
  )
}

function SetUpForm({ token }: { token: string }) {
  const setUp = useSetUp()
  const navigate = useNavigate()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [site, setSite] = useState<NewSite>({ domain: '', ...guessZoneAndCurrency() })
  const [tried, setTried] = useState(false)
  const domain = readDomain(site.domain)
  const isShort = password.length < leastPasswordLength
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (domain === undefined || isShort) return
    setUp.mutate(
      { token, email, password, site: { ...site, domain } },
      {
        onSuccess: ({ site: made }) =>
          made &&
          navigate({
            to: '/sites/$siteId/install',
            params: { siteId: made.id },
            replace: true,
          }),
      },
    )
  }
  return (
    <form className={forms.form} onSubmit={submit}>
      {setUp.error && <Notice look="bad">{explainFailure(setUp.error)}</Notice>}
      <h2>{texts.setUp.account}</h2>
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
        label={texts.setUp.password}
        hint={texts.setUp.passwordHint}
        error={tried && isShort ? texts.setUp.passwordShort : undefined}
        type="password"
        name="password"
        autoComplete="new-password"
        required
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <h2>{texts.setUp.site}</h2>
      <SiteFields
        site={site}
        change={setSite}
        domainError={tried && domain === undefined ? texts.siteForm.domainBad : undefined}
      />
      <Button type="submit" look="primary" busy={setUp.isPending}>
        {setUp.isPending ? texts.setUp.busy : texts.setUp.submit}
      </Button>
    </form>
  )
}
