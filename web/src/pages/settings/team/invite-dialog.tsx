import { useState } from 'react'
import { type Member, useInvite } from '../../../api/site/team.ts'
import { DialogForm, Done, ShownOnce, SmallDialog } from '../../../parts/dialogs/small-dialog.tsx'
import { SelectField, TextField } from '../../../parts/forms/field.tsx'
import { careTexts } from '../../../texts/care.ts'
import { textLanguage } from '../../../texts/texts.ts'

const words = careTexts.team

interface InviteDialogProps {
  siteId: string
  mayMakeOwners: boolean
  close: () => void
}

/** Invites an address. If no e-mail is sent, the link is shown once. */
export function InviteDialog({ siteId, mayMakeOwners, close }: InviteDialogProps) {
  const invite = useInvite(siteId)
  const made = invite.data
  return (
    <SmallDialog title={made ? titleOf(made) : words.invite} close={close} isFirm>
      {made ? <Made made={made} /> : <InviteForm invite={invite} mayMakeOwners={mayMakeOwners} />}
    </SmallDialog>
  )
}

type MadeInvitation = NonNullable<ReturnType<typeof useInvite>['data']>

const titleOf = ({ mailed }: MadeInvitation) => (mailed ? words.mailed : words.made)

function Made({ made: { invitation, link } }: { made: MadeInvitation }) {
  if (link === null) return <Done lead={words.mailedHint(invitation.email)} done={words.done} />
  const lead = words.madeHint(invitation.email)
  return <ShownOnce lead={lead} code={link} label={words.made} done={words.done} />
}

interface InviteFormProps {
  invite: ReturnType<typeof useInvite>
  mayMakeOwners: boolean
}

function InviteForm({ invite, mayMakeOwners }: InviteFormProps) {
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<Member['role']>('viewer')
  const roles: Member['role'][] = mayMakeOwners ? ['viewer', 'admin', 'owner'] : ['viewer', 'admin']
  return (
    <DialogForm
      submit={() => invite.mutate({ email, role, language: textLanguage })}
      mutation={invite}
      action={words.send}
      busy={words.sending}
    >
      <TextField
        label={words.email}
        hint={words.emailHint}
        type="email"
        name="email"
        autoComplete="off"
        required
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <SelectField
        label={words.role}
        hint={words.roleHints[role]}
        name="role"
        value={role}
        onChange={(event) => setRole(event.target.value as Member['role'])}
      >
        {roles.map((one) => (
          <option key={one} value={one}>
            {words.roles[one]}
          </option>
        ))}
      </SelectField>
    </DialogForm>
  )
}
