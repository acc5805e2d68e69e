import { useState } from 'react'
import { type Member, useInvite } from '../../../api/team.ts'
import { SelectField, TextField } from '../../../parts/field.tsx'
import { DialogForm, ShownOnce, SmallDialog } from '../../../parts/small-dialog.tsx'
import { careTexts } from '../../../texts/care.ts'
import { textLanguage } from '../../../texts/texts.ts'

const words = careTexts.team

interface InviteDialogProps {
  siteId: string
  mayMakeOwners: boolean
  close: () => void
}

/** Invites an address and shows the link once; closing it is the end of that. */
export function InviteDialog({ siteId, mayMakeOwners, close }: InviteDialogProps) {
  const invite = useInvite(siteId)
  const made = invite.data
  return (
    <SmallDialog title={made ? words.made : words.invite} close={close} isFirm>
      {made ? (
        <ShownOnce
          lead={[words.madeHint(made.invitation.email), made.mailed && words.mailed]
            .filter(Boolean)
            .join(' ')}
          code={made.link}
          label={words.made}
          done={words.done}
        />
      ) : (
        <InviteForm invite={invite} mayMakeOwners={mayMakeOwners} />
      )}
    </SmallDialog>
  )
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
      deed={invite}
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
