import { useEffect, useState } from 'react'
import { useVerifyEmail } from '../../api/account/ways.ts'
import { explainAction } from '../../parts/explain-action.ts'
import { Notice } from '../../parts/states/notice.tsx'
import { wayTexts } from '../../texts/ways.ts'

const words = wayTexts.own
const mark = '#prove-email='

/** Accepts the link of an e-mail that verifies a new address. */
export function EmailVerification() {
  const verify = useVerifyEmail()
  const [token] = useState(() =>
    location.hash.startsWith(mark) ? location.hash.slice(mark.length) : undefined,
  )
  const { mutate } = verify
  useEffect(() => {
    if (token === undefined) return
    // A link works once, so reloading the page must not try it again.
    history.replaceState(history.state, '', location.pathname)
    mutate(token)
  }, [token, mutate])
  if (verify.error) return <Notice look="bad">{explainAction(verify.error)}</Notice>
  return verify.isSuccess && <Notice look="good">{words.emailVerified}</Notice>
}
