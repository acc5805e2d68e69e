import { type Member, useChangeMember, useRemoveMember } from '../../../api/team.ts'
import { AskingButton } from '../../../parts/asking-button.tsx'
import { explainFailure } from '../../../parts/failure.tsx'
import fields from '../../../parts/field.module.css'
import { Line } from '../../../parts/lines.tsx'
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
  const remove = useRemoveMember(siteId)
  return (
    <AskingButton
      action={words.remove}
      busy={words.removing}
      label={words.removeOf(member.email)}
      title={words.removeTitle(member.email)}
      deed={remove}
      confirm={() => remove.mutate(member.accountId)}
    >
      {words.removeHint}
    </AskingButton>
  )
}
