import { useNavigate } from '@tanstack/react-router'
import { UserPlus } from 'lucide-react'
import { useMay } from '../../../api/site/sites.ts'
import { useInvitations, useLeaveSite, useMembers } from '../../../api/site/team.ts'
import { useNewDialog } from '../../../parts/dialogs/use-new-dialog.ts'
import { Lines } from '../../../parts/figures/lines.tsx'
import { AskingButton } from '../../../parts/forms/asking-button.tsx'
import { Button } from '../../../parts/forms/button.tsx'
import forms from '../../../parts/forms/form.module.css'
import { Failure } from '../../../parts/states/failure.tsx'
import { WaitingRows } from '../../../parts/states/waiting.tsx'
import { careTexts } from '../../../texts/care.ts'
import type { SectionProps } from '../section-props.ts'
import { FormerMembers } from './former-members.tsx'
import { InvitationLine } from './invitation-line.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { MemberLine } from './member-line.tsx'
import styles from './team.module.css'

const words = careTexts.team

/** The members of a site and their roles; for admins also the invitations. */
export function Team({ site }: SectionProps) {
  const members = useMembers(site.id)
  const mayManage = useMay(site.id, 'admin')
  if (members.isPending) return <WaitingRows count={2} figures={1} isTall isFramed />
  if (!members.data) return <Failure error={members.error} retry={() => members.refetch()} />
  const you = members.data.find(({ isYou }) => isYou)
  return (
    <div className={forms.form}>
      <Lines label={words.members}>
        {members.data.map((member) => (
          <MemberLine
            key={member.accountId}
            siteId={site.id}
            member={member}
            yours={mayManage ? (you?.role ?? 'admin') : undefined}
          />
        ))}
      </Lines>
      {mayManage && <Invitations siteId={site.id} mayMakeOwners={you?.role === 'owner'} />}
      {mayManage && <FormerMembers siteId={site.id} />}
      {you && !you.isInstallationOwner && <Leave siteId={site.id} />}
    </div>
  )
}

function Invitations({ siteId, mayMakeOwners }: { siteId: string; mayMakeOwners: boolean }) {
  const invitations = useInvitations(siteId, true)
  const [isInviting, setIsInviting] = useNewDialog()
  return (
    <>
      <h3 className={styles.heading}>{words.invitations}</h3>
      {invitations.isPending && <WaitingRows count={1} figures={1} isTall isFramed />}
      {invitations.error && !invitations.data && (
        <Failure error={invitations.error} retry={() => invitations.refetch()} />
      )}
      {invitations.data?.length === 0 && <p className={forms.hint}>{words.noInvitations}</p>}
      {invitations.data !== undefined && invitations.data.length > 0 && (
        <Lines label={words.invitations}>
          {invitations.data.map((one) => (
            <InvitationLine
              key={one.id}
              siteId={siteId}
              invitation={one}
              mayRevoke={mayMakeOwners || one.role !== 'owner'}
            />
          ))}
        </Lines>
      )}
      <div>
        <Button look="primary" onClick={() => setIsInviting(true)}>
          <UserPlus aria-hidden />
          {words.invite}
        </Button>
      </div>
      {isInviting && (
        <InviteDialog
          siteId={siteId}
          mayMakeOwners={mayMakeOwners}
          close={() => setIsInviting(false)}
        />
      )}
    </>
  )
}

function Leave({ siteId }: { siteId: string }) {
  const leave = useLeaveSite(siteId)
  const navigate = useNavigate()
  return (
    <div className={styles.leave}>
      <AskingButton
        action={words.leave}
        busy={words.leaving}
        title={words.leaveTitle}
        mutation={leave}
        confirm={() => leave.mutate(undefined, { onSuccess: () => navigate({ to: '/sites' }) })}
      >
        {words.leaveHint}
      </AskingButton>
    </div>
  )
}
