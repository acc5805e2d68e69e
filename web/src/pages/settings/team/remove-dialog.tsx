import { useState } from 'react'
import {
  type Member,
  useLeftAccess,
  useRemoveMember,
  useRevokeAccess,
} from '../../../api/site/team.ts'
import { DialogForm, SmallDialog } from '../../../parts/dialogs/small-dialog.tsx'
import forms from '../../../parts/forms/form.module.css'
import { Failure } from '../../../parts/states/failure.tsx'
import { WaitingRows } from '../../../parts/states/waiting.tsx'
import { careTexts } from '../../../texts/care.ts'
import { AccessChoices, nameOfAccess } from './access-choices.tsx'

const words = careTexts.team

interface RemoveDialogProps {
  siteId: string
  member: Member
  close: () => void
}

/** Removes a member from a site, and on request also revokes the keys, links and webhooks that they know. */
export function RemoveDialog({ siteId, member, close }: RemoveDialogProps) {
  const { accountId, email } = member
  const access = useLeftAccess(siteId, accountId)
  const revoke = useRevokeAccess(siteId, accountId)
  const remove = useRemoveMember(siteId)
  const [chosen, setChosen] = useState<string[]>([])
  const items = access.data?.filter((item) => chosen.includes(nameOfAccess(item))) ?? []
  const mutation = {
    isPending: revoke.isPending || remove.isPending,
    error: revoke.error ?? remove.error,
  }
  const submit = () => {
    const finish = () => remove.mutate(accountId)
    if (items.length === 0) return finish()
    revoke.mutate(
      items.map(({ kind, id }) => ({ kind, id })),
      { onSuccess: finish },
    )
  }
  return (
    <SmallDialog
      title={words.removeTitle(email)}
      close={close}
      isFirm={chosen.length > 0}
      isBusy={mutation.isPending}
    >
      <DialogForm
        lead={words.removeHint}
        submit={submit}
        mutation={mutation}
        action={items.length > 0 ? words.removeAndRevoke : words.remove}
        busy={words.removing}
        look="danger"
      >
        {access.isPending && <WaitingRows count={2} figures={0} isTall isFramed />}
        {access.error && !access.data && (
          <Failure error={access.error} retry={() => access.refetch()} />
        )}
        {access.data && access.data.length > 0 && (
          <>
            <p className={forms.hint}>{words.accessHint}</p>
            <AccessChoices access={access.data} chosen={chosen} change={setChosen} />
          </>
        )}
      </DialogForm>
    </SmallDialog>
  )
}
