import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useSession } from '../../api/session.ts'
import { useChangeEmail, useDeleteAccount } from '../../api/ways.ts'
import { Button } from '../../parts/button.tsx'
import { wayTexts } from '../../texts/ways.ts'
import styles from './account-page.module.css'
import { ProofDialog } from './proof-dialog.tsx'

const words = wayTexts.own

/** The address a person signs in with, and the way to another. */
export function OwnEmail() {
  const session = useSession()
  const change = useChangeEmail()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div className={styles.stack}>
      <p className={styles.address}>{session.data?.email}</p>
      <div className={styles.deeds}>
        <Button
          onClick={() => {
            change.reset()
            setIsOpen(true)
          }}
        >
          {words.changeEmail}
        </Button>
        <span role="status">{change.isSuccess && words.emailChanged}</span>
      </div>
      {isOpen && (
        <ProofDialog
          title={words.changeEmail}
          lead={words.emailLead}
          action={words.changeEmail}
          deed={change}
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

/** The end of one's own account. */
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
          deed={end}
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
