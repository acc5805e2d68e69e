import { type Invitation, useRevokeInvitation } from '../../../api/site/team.ts'
import { formatInstantDay } from '../../../format/date.ts'
import { Line } from '../../../parts/figures/lines.tsx'
import { AskingButton } from '../../../parts/forms/asking-button.tsx'
import { careTexts } from '../../../texts/care.ts'

const words = careTexts.team

interface InvitationLineProps {
  siteId: string
  invitation: Invitation
  mayRevoke: boolean
}

/** Somebody who was invited and has not accepted. */
export function InvitationLine({ siteId, invitation, mayRevoke }: InvitationLineProps) {
  const revoke = useRevokeInvitation(siteId)
  const { email, role, expiresAt, isExpired, invitedBy } = invitation
  const day = formatInstantDay(expiresAt)
  const facts = [
    words.roles[role],
    isExpired ? words.expired(day) : words.expires(day),
    words.invitedBy(invitedBy),
  ]
  return (
    <Line name={email} facts={facts}>
      {mayRevoke && (
        <AskingButton
          action={words.revoke}
          busy={words.revoking}
          label={words.revokeOf(email)}
          title={words.revokeTitle(email)}
          mutation={revoke}
          confirm={() => revoke.mutate(invitation.id)}
        >
          {words.revokeHint}
        </AskingButton>
      )}
    </Line>
  )
}
