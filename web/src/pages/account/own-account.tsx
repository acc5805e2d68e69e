import { useNavigate } from '@tanstack/react-router'
import type { AppSignInWays } from '@tributary/contract/app/account.ts'
import { useState } from 'react'
import { useChangeEmail, useDeleteAccount, useSignInWays } from '../../api/account/ways.ts'
import { useSession } from '../../api/client/session.ts'
import { Button } from '../../parts/forms/button.tsx'
import { Notice } from '../../parts/states/notice.tsx'
import { wayTexts } from '../../texts/ways.ts'
import styles from './account-page.module.css'
import { EmailVerification } from './email-verification.tsx'
import { ProofDialog } from './proof-dialog.tsx'

const words = wayTexts.own

/** The address a person signs in with, and a form to change it. */
export function OwnEmail() {
  const session = useSession()
  const ways = useSignInWays()
  const change = useChangeEmail()
  const [isOpen, setIsOpen] = useState(false)
  const { mailedTo } = change.data ?? {}
  const unverified = ways.data && unverifiedHint(ways.data)
  return (
    <div className={styles.stack}>
      <p className={styles.address}>{session.data?.email}</p>
      <EmailVerification />
      {mailedTo && <Notice look="plain">{words.emailMailed(mailedTo)}</Notice>}
      {unverified && !mailedTo && <p className={styles.facts}>{unverified}</p>}
      <div className={styles.actions}>
        <Button
          onClick={() => {
            change.reset()
            setIsOpen(true)
          }}
        >
          {words.changeEmail}
        </Button>
        <span role="status">{change.data?.mailedTo === null && words.emailChanged}</span>
      </div>
      {isOpen && (
        <ProofDialog
          title={words.changeEmail}
          lead={ways.data?.canVerifyEmail ? words.emailLeadMailed : words.emailLead}
          action={words.changeEmail}
          mutation={change}
          field={{ label: words.email, type: 'email' }}
          isStrict
          go={({ text, ...proof }) =>
            change.mutate({ email: text, ...proof }, { onSuccess: () => setIsOpen(false) })
          }
          close={() => setIsOpen(false)}
        />
      )}
    </div>
  )
}

/** How to verify the address; undefined if it is verified, or nothing here can verify it. */
function unverifiedHint({
  isEmailVerified,
  canVerifyEmail,
  oidc,
}: AppSignInWays): string | undefined {
  if (isEmailVerified) return undefined
  if (canVerifyEmail) return words.emailUnverified
  return oidc ? words.emailUnverifiable(oidc.name) : undefined
}

/** Deleting one's own account. */
export function DeleteAccount() {
  const end = useDeleteAccount()
  const navigate = useNavigate()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div className={styles.stack}>
      <Button look="danger" onClick={() => setIsOpen(true)}>
        {words.deleteAccount}
      </Button>
      {isOpen && (
        <ProofDialog
          title={words.deleteAccount}
          lead={words.deleteHint}
          action={words.deleteAccount}
          look="danger"
          mutation={end}
          isStrict
          go={({ password }) =>
            end.mutate(password === undefined ? {} : { password }, {
              onSuccess: () => navigate({ to: '/sign-in' }),
            })
          }
          close={() => setIsOpen(false)}
        />
      )}
    </div>
  )
}
