import { useEffect, useState } from 'react'
import { useProveEmail } from '../../api/account/ways.ts'
import { explainAction } from '../../parts/explain-action.ts'
import { Notice } from '../../parts/states/notice.tsx'
import { wayTexts } from '../../texts/ways.ts'

const words = wayTexts.own
const mark = '#prove-email='

/** Accepts the link of an e-mail that verifies a new address. */
export function EmailProof() {
  const prove = useProveEmail()
  const [token] = useState(() =>
    location.hash.startsWith(mark) ? location.hash.slice(mark.length) : undefined,
  )
  const { mutate } = prove
  useEffect(() => {
    if (token === undefined) return
    // A link works once, so reloading the page must not try it again.
    history.replaceState(history.state, '', location.pathname)
    mutate(token)
  }, [token, mutate])
  if (prove.error) return <Notice look="bad">{explainAction(prove.error)}</Notice>
  return prove.isSuccess && <Notice look="good">{words.emailProved}</Notice>
}
