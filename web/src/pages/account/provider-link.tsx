import { useState } from 'react'
import { useOidcLink, useOidcUnlink } from '../../api/account/ways.ts'
import { Button } from '../../parts/forms/button.tsx'
import { Notice } from '../../parts/states/notice.tsx'
import { wayTexts } from '../../texts/ways.ts'
import styles from './account-page.module.css'
import { ProofDialog } from './proof-dialog.tsx'

const words = wayTexts.provider

interface ProviderLinkProps {
  name: string
  isLinked: boolean
  /** Why connecting failed a moment ago, in words. */
  refusal: string | undefined
}

/** Whether the account is connected to the operator's provider, and a button to change that. */
export function ProviderLink({ name, isLinked, refusal }: ProviderLinkProps) {
  const link = useOidcLink()
  const unlink = useOidcUnlink()
  const [isOpen, setIsOpen] = useState(false)
  const mutation = isLinked ? unlink : link
  const action = isLinked ? words.unlink(name) : words.link(name)
  return (
    <div className={styles.stack}>
      {refusal && <Notice look="bad">{refusal}</Notice>}
      <p>{isLinked ? words.linked : words.notLinked}</p>
      <Button onClick={() => setIsOpen(true)}>{action}</Button>
      {isOpen && (
        <ProofDialog
          title={action}
          lead={isLinked ? words.unlinkHint : words.linkHint}
          action={action}
          mutation={mutation}
          go={({ password }) => {
            const proof = password === undefined ? {} : { password }
            mutation.mutate(proof, { onSuccess: () => setIsOpen(false) })
          }}
          close={() => setIsOpen(false)}
        />
      )}
    </div>
  )
}
