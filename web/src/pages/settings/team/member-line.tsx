import { useState } from 'react'
import { type Member, useChangeMember } from '../../../api/site/team.ts'
import { Line } from '../../../parts/figures/lines.tsx'
import { Button } from '../../../parts/forms/button.tsx'
import fields from '../../../parts/forms/field.module.css'
import { explainFailure } from '../../../parts/states/failure.tsx'
import { careTexts } from '../../../texts/care.ts'
import { RemoveDialog } from './remove-dialog.tsx'
import styles from './team.module.css'

const words = careTexts.team

interface MemberLineProps {
  siteId: string
  member: Member
  /** The role of the signed-in person, if it lets them manage the team. */
  yours: Member['role'] | undefined
}

/** One member of a site, with the actions the signed-in user may take. */
export function MemberLine({ siteId, member, yours }: MemberLineProps) {
  const change = useChangeMember(siteId)
  const isFixed = member.isInstallationOwner || (member.role === 'owner' && yours !== 'owner')
  const mayChange = yours !== undefined && !isFixed
  return (
    <Line
      name={member.email}
      facts={[member.isYou && words.you, member.isInstallationOwner && words.installationOwner]}
      error={change.error && <span role="alert">{explainFailure(change.error)}</span>}
    >
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
    </Line>
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
  const [isAsking, setIsAsking] = useState(false)
  return (
    <>
      <Button aria-label={words.removeOf(member.email)} onClick={() => setIsAsking(true)}>
        {words.remove}
      </Button>
      {isAsking && (
        <RemoveDialog siteId={siteId} member={member} close={() => setIsAsking(false)} />
      )}
    </>
  )
}
