import { useParams, useSearch } from '@tanstack/react-router'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { RequestError } from '../../api/client/request.ts'
import { useOpenShare } from '../../api/site/shares.ts'
import { showInstantsIn } from '../../format/date.ts'
import { Button } from '../../parts/forms/button.tsx'
import { TextField } from '../../parts/forms/field.tsx'
import forms from '../../parts/forms/form.module.css'
import { LoneFrame } from '../../parts/frame/frame.tsx'
import { explainFailure, Failure } from '../../parts/states/failure.tsx'
import { Notice } from '../../parts/states/notice.tsx'
import { Skeleton } from '../../parts/states/skeleton.tsx'
import { careTexts } from '../../texts/care.ts'
import type { SearchParams } from '../../url-state/search-params.ts'
import { SharedReport } from './shared-report.tsx'

const words = careTexts.shared

/** The page of a share link: a site's page without an account, with the selected panels. */
export function SharePage() {
  const { name } = useParams({ from: '/share/$name' })
  // Older links have their token in the path, and programs for mail may add to the end of a link.
  const [token] = useState(() => /^#([\w-]+)/.exec(window.location.hash)?.[1] ?? name)
  const { embed, theme } = useSearch({ strict: false }) as SearchParams
  const open = useOpenShare()
  const begun = useRef(false)
  useEffect(() => {
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
  }, [theme])
  const { mutate } = open
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    mutate({ token })
  }, [mutate, token])
  if (open.data?.passwordNeeded === false) {
    showInstantsIn(open.data.timezone)
    return <SharedReport shared={open.data} isEmbedded={embed === '1'} />
  }
  return <Closed token={token} open={open} />
}

interface ClosedProps {
  token: string
  open: ReturnType<typeof useOpenShare>
}

/** Before the link is open: loading, asking for its password, or explaining why it does not open. */
function Closed({ token, open }: ClosedProps) {
  const [password, setPassword] = useState('')
  const needsPassword = open.data?.passwordNeeded === true || open.variables?.password !== undefined
  if (needsPassword) {
    const submit = (event: FormEvent) => {
      event.preventDefault()
      open.mutate({ token, password })
    }
    return (
      <LoneFrame title={words.locked} lead={words.lockedLead}>
        <form className={forms.form} onSubmit={submit}>
          {open.error && <Notice look="bad">{explainFailure(open.error)}</Notice>}
          <TextField
            label={words.password}
            type="password"
            name="password"
            autoComplete="off"
            required
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
          <Button type="submit" look="primary" busy={open.isPending}>
            {words.open}
          </Button>
        </form>
      </LoneFrame>
    )
  }
  if (open.error instanceof RequestError && open.error.status === 403) {
    return (
      <LoneFrame title={words.closed} lead={words.closedLead}>
        {null}
      </LoneFrame>
    )
  }
  return (
    <LoneFrame title={words.opening} lead="">
      {open.error ? (
        <Failure error={open.error} retry={() => open.mutate({ token })} />
      ) : (
        <Skeleton width="100%" height="80px" />
      )}
    </LoneFrame>
  )
}
