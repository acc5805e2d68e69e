import { useState } from 'react'
import { type Member, useChangeMember, useRemoveMember } from '../../../api/team.ts'
import { Button } from '../../../parts/button.tsx'
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx'
import { explainFailure } from '../../../parts/failure.tsx'
import fields from '../../../parts/field.module.css'
import { Notice } from '../../../parts/notice.tsx'
import { careTexts } from '../../../texts/care.ts'
import styles from './team.module.css'

const words = careTexts.team

interface MemberLineProps {
  siteId: string
  member: Member
  /** The role of who looks, where it lets them manage the team. */
  yours: Member['role'] | undefined
}

/** One person of a site, with what whoever looks may do about them. */
export function MemberLine({ siteId, member, yours }: MemberLineProps) {
  const change = useChangeMember(siteId)
  const isFixed = member.isInstallationOwner || (member.role === 'owner' && yours !== 'owner')
  const mayChange = yours !== undefined && !isFixed
  const notes = [
    member.isYou && words.you,
    member.isInstallationOwner && words.installationOwner,
  ].filter(Boolean)
  return (
    <li className={styles.line}>
      <div className={styles.words}>
        <p className={styles.name}>{member.email}</p>
        {notes.length > 0 && <p className={styles.facts}>{notes.join(' · ')}</p>}
      </div>
      {mayChange ? (
        <RoleChoice
          member={member}
          mayMakeOwners={yours === 'owner'}
          isBusy={change.isPending}
          choose={(role) => change.mutate({ accountId: member.accountId, role })}
        />
      ) : (
        <span className={styles.role}>{words.roles[member.role]}</span>
      )}
      {mayChange && !member.isYou && <Remove siteId={siteId} member={member} />}
      {change.error && (
        <div className={styles.wide}>
          <Notice look="bad">{explainFailure(change.error)}</Notice>
        </div>
      )}
    </li>
  )
}

interface RoleChoiceProps {
  member: Member
  mayMakeOwners: boolean
  isBusy: boolean
  choose: (role: Member['role']) => void
}

function RoleChoice({ member, mayMakeOwners, isBusy, choose }: RoleChoiceProps) {
  const roles: Member['role'][] = mayMakeOwners ? ['viewer', 'admin', 'owner'] : ['viewer', 'admin']
  return (
    <select
      className={`${fields.input} ${styles.choice}`}
      aria-label={words.roleOf(member.email)}
      value={member.role}
      disabled={isBusy}
      onChange={({ target }) => choose(target.value as Member['role'])}
    >
      {roles.map((role) => (
        <option key={role} value={role}>
          {words.roles[role]}
        </option>
      ))}
    </select>
  )
}

function Remove({ siteId, member }: { siteId: string; member: Member }) {
  const remove = useRemoveMember(siteId)
  const [isAsking, setIsAsking] = useState(false)
  return (
    <>
      <Button onClick={() => setIsAsking(true)} aria-label={words.removeOf(member.email)}>
        {words.remove}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={words.removeTitle(member.email)}
          action={words.remove}
          busy={words.removing}
          deed={remove}
          confirm={() => remove.mutate(member.accountId)}
          close={() => {
            remove.reset()
            setIsAsking(false)
          }}
        >
          {words.removeHint}
        </ConfirmDialog>
      )}
    </>
  )
}
