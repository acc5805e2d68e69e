import type { AppPerson } from '@tributary/contract/app/account.ts'
import { type PersonAction, useChangePerson } from '../../api/account/ways.ts'
import { ShownOnce, SmallDialog } from '../../parts/dialogs/small-dialog.tsx'
import { wayTexts } from '../../texts/ways.ts'
import { ProofDialog } from '../account/proof-dialog.tsx'

const words = wayTexts.people

interface ActionDialogProps {
  person: AppPerson
  action: PersonAction
  close: () => void
}

/** Explains a change of a person's account, carries it out, and shows the link if one was created. */
export function ActionDialog({ person: { id, email }, action, close }: ActionDialogProps) {
  const change = useChangePerson()
  const link = change.data?.link
  if (link !== undefined) return <LinkDialog email={email} link={link} close={close} />
  const said = {
    'reset-link': { title: words.resetLink, lead: words.resetHint, action: words.makeLink },
    'sign-out': { title: words.signOut, lead: words.signOutHint, action: words.signOut },
    disable: { title: words.disable, lead: words.disableHint, action: words.disable },
    enable: { title: words.enable, lead: words.enableHint, action: words.enable },
  }[action]
  return (
    <ProofDialog
      title={said.title}
      lead={said.lead(email)}
      action={said.action}
      look={action === 'disable' ? 'danger' : 'primary'}
      mutation={change}
      go={({ password }) =>
        change.mutate(
          { id, action, ...(password !== undefined && { password }) },
          { onSuccess: (made) => made.link === undefined && close() },
        )
      }
      close={close}
    />
  )
}

function LinkDialog({ email, link, close }: { email: string; link: string; close: () => void }) {
  return (
    <SmallDialog title={words.linkTitle} close={close} isFirm>
      <ShownOnce
        lead={words.linkHint(email)}
        code={link}
        label={words.linkTitle}
        done={words.done}
      />
    </SmallDialog>
  )
}
