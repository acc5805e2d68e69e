import { useNavigate } from '@tanstack/react-router'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { useMay } from '../../../api/sites.ts'
import { useInvitations, useLeaveSite, useMembers } from '../../../api/team.ts'
import { Button } from '../../../parts/button.tsx'
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx'
import { Failure } from '../../../parts/failure.tsx'
import { Skeleton } from '../../../parts/skeleton.tsx'
import { careTexts } from '../../../texts/care.ts'
import type { SectionProps } from '../section-props.ts'
import { InvitationLine } from './invitation-line.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { MemberLine } from './member-line.tsx'
import styles from './team.module.css'

const words = careTexts.team

/** Who may see a site and what they may do there; for admins also who is invited. */
export function Team({ site }: SectionProps) {
  const members = useMembers(site.id)
  const mayManage = useMay(site.id, 'admin')
  if (members.isPending) return <Skeleton width="100%" height="120px" />
  if (!members.data) return <Failure error={members.error} retry={() => members.refetch()} />
  const you = members.data.find(({ isYou }) => isYou)
  return (
    <div className={styles.team}>
      <ul className={styles.list} aria-label={words.members}>
        {members.data.map((member) => (
          <MemberLine
            key={member.accountId}
            siteId={site.id}
            member={member}
            yours={mayManage ? (you?.role ?? 'admin') : undefined}
          />
        ))}
      </ul>
      {mayManage && <Invitations siteId={site.id} mayMakeOwners={you?.role === 'owner'} />}
      {you && !you.isInstallationOwner && <Leave siteId={site.id} />}
    </div>
  )
}

function Invitations({ siteId, mayMakeOwners }: { siteId: string; mayMakeOwners: boolean }) {
  const invitations = useInvitations(siteId, true)
  const [isInviting, setIsInviting] = useState(false)
  return (
    <>
      <h3 className={styles.heading}>{words.invitations}</h3>
      {invitations.isPending && <Skeleton width="100%" height="56px" />}
      {invitations.error && !invitations.data && (
        <Failure error={invitations.error} retry={() => invitations.refetch()} />
      )}
      {invitations.data?.length === 0 && <p className={styles.facts}>{words.noInvitations}</p>}
      {invitations.data !== undefined && invitations.data.length > 0 && (
        <ul className={styles.list} aria-label={words.invitations}>
          {invitations.data.map((one) => (
            <InvitationLine
              key={one.id}
              siteId={siteId}
              invitation={one}
              mayRevoke={mayMakeOwners || one.role !== 'owner'}
            />
          ))}
        </ul>
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
  const [isAsking, setIsAsking] = useState(false)
  return (
    <div className={styles.leave}>
      <Button onClick={() => setIsAsking(true)}>{words.leave}</Button>
      {isAsking && (
        <ConfirmDialog
          title={words.leaveTitle}
          action={words.leave}
          busy={words.leaving}
          deed={leave}
          confirm={() => leave.mutate(undefined, { onSuccess: () => navigate({ to: '/sites' }) })}
          close={() => {
            leave.reset()
            setIsAsking(false)
          }}
        >
          {words.leaveHint}
        </ConfirmDialog>
      )}
    </div>
  )
}
