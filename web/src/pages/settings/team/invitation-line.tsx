import { useState } from 'react'
import { type Invitation, useRevokeInvitation } from '../../../api/team.ts'
import { formatInstantDay } from '../../../format/date.ts'
import { Button } from '../../../parts/button.tsx'
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx'
import { careTexts } from '../../../texts/care.ts'
import styles from './team.module.css'

const words = careTexts.team

interface InvitationLineProps {
  siteId: string
  invitation: Invitation
  mayRevoke: boolean
}

/** Somebody who was invited and has not accepted. */
export function InvitationLine({ siteId, invitation, mayRevoke }: InvitationLineProps) {
  const revoke = useRevokeInvitation(siteId)
  const [isAsking, setIsAsking] = useState(false)
  const { email, role, expiresAt, isExpired, invitedBy } = invitation
  const day = formatInstantDay(expiresAt)
  const facts = [
    words.roles[role],
    isExpired ? words.expired(day) : words.expires(day),
    words.invitedBy(invitedBy),
  ]
  return (
    <li className={styles.line}>
      <div className={styles.words}>
        <p className={styles.name}>{email}</p>
        <p className={styles.facts}>{facts.join(' · ')}</p>
      </div>
      {mayRevoke && (
        <Button onClick={() => setIsAsking(true)} aria-label={words.revokeOf(email)}>
          {words.revoke}
        </Button>
      )}
      {isAsking && (
        <ConfirmDialog
          title={words.revokeTitle(email)}
          action={words.revoke}
          busy={words.revoking}
          deed={revoke}
          confirm={() => revoke.mutate(invitation.id)}
          close={() => {
            revoke.reset()
            setIsAsking(false)
          }}
        >
          {words.revokeHint}
        </ConfirmDialog>
      )}
    </li>
  )
}
