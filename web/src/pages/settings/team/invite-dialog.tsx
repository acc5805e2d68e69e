import { Dialog } from '@base-ui/react/dialog'
import { type FormEvent, useState } from 'react'
import { type Member, useInvite } from '../../../api/team.ts'
import { Button } from '../../../parts/button.tsx'
import { CodeBlock } from '../../../parts/code-block.tsx'
import dialogs from '../../../parts/dialog.module.css'
import { explainFailure } from '../../../parts/failure.tsx'
import { SelectField, TextField } from '../../../parts/field.tsx'
import forms from '../../../parts/form.module.css'
import { Notice } from '../../../parts/notice.tsx'
import { careTexts } from '../../../texts/care.ts'
import { textLanguage, texts } from '../../../texts/texts.ts'

const words = careTexts.team

interface InviteDialogProps {
  siteId: string
  mayMakeOwners: boolean
  close: () => void
}

/** Invites an address and shows the link once; closing it is the end of that. */
export function InviteDialog({ siteId, mayMakeOwners, close }: InviteDialogProps) {
  const invite = useInvite(siteId)
  return (
    <Dialog.Root open onOpenChange={(open) => !open && close()} disablePointerDismissal>
      <Dialog.Portal>
        <Dialog.Backdrop className={dialogs.backdrop} />
        <Dialog.Popup className={dialogs.small}>
          <Dialog.Title className={dialogs.title}>
            {invite.data ? words.made : words.invite}
          </Dialog.Title>
          {invite.data ? (
            <div className={forms.form}>
              <p className={dialogs.text}>
                {words.madeHint(invite.data.invitation.email)} {invite.data.mailed && words.mailed}
              </p>
              <CodeBlock code={invite.data.link} label={words.made} />
              <div className={dialogs.actions}>
                <Dialog.Close render={<Button look="primary" />}>{words.done}</Dialog.Close>
              </div>
            </div>
          ) : (
            <InviteForm invite={invite} mayMakeOwners={mayMakeOwners} />
          )}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
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
  const submit = (event: FormEvent) => {
    event.preventDefault()
    invite.mutate({ email, role, language: textLanguage })
  }
  return (
    <form className={forms.form} onSubmit={submit}>
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
      {invite.error && <Notice look="bad">{explainFailure(invite.error)}</Notice>}
      <div className={dialogs.actions}>
        <Dialog.Close render={<Button />}>{texts.cancel}</Dialog.Close>
        <Button type="submit" look="primary" busy={invite.isPending}>
          {invite.isPending ? words.sending : words.send}
        </Button>
      </div>
    </form>
  )
}
