import { useState } from 'react'
import {
  type FormerMember,
  useFormerMembers,
  useLeftAccess,
  useRevokeAccess,
} from '../../../api/site/team.ts'
import { formatInstantDay } from '../../../format/date.ts'
import { DialogForm, SmallDialog } from '../../../parts/dialogs/small-dialog.tsx'
import { Line, Lines } from '../../../parts/figures/lines.tsx'
import { Button } from '../../../parts/forms/button.tsx'
import forms from '../../../parts/forms/form.module.css'
import { Failure } from '../../../parts/states/failure.tsx'
import { WaitingRows } from '../../../parts/states/waiting.tsx'
import { careTexts } from '../../../texts/care.ts'
import { AccessChoices, nameOfAccess } from './access-choices.tsx'
import styles from './team.module.css'

const words = careTexts.team

/** Former members, and the credentials they know that still work. Nothing without former members. */
export function FormerMembers({ siteId }: { siteId: string }) {
  const former = useFormerMembers(siteId)
  if (former.error && !former.data) {
    return <Failure error={former.error} retry={() => former.refetch()} />
  }
  if (!former.data || former.data.length === 0) return null
  return (
    <>
      <h3 className={styles.heading}>{words.formerMembers}</h3>
      <Lines label={words.formerMembers}>
        {former.data.map((one) => (
          <FormerMemberLine key={one.accountId} siteId={siteId} member={one} />
        ))}
      </Lines>
    </>
  )
}

function FormerMemberLine({ siteId, member }: { siteId: string; member: FormerMember }) {
  const [isReviewing, setIsReviewing] = useState(false)
  const { email, leftAt, leftAccess } = member
  const access = leftAccess === 0 ? words.noActiveAccess : words.activeAccess(leftAccess)
  return (
    <Line name={email} facts={[words.left(formatInstantDay(leftAt)), access]}>
      {(leftAccess > 0 || isReviewing) && (
        <Button aria-label={words.reviewOf(email)} onClick={() => setIsReviewing(true)}>
          {words.review}
        </Button>
      )}
      {isReviewing && (
        <ReviewDialog siteId={siteId} member={member} close={() => setIsReviewing(false)} />
      )}
    </Line>
  )
}

interface ReviewDialogProps {
  siteId: string
  member: FormerMember
  close: () => void
}

function ReviewDialog({ siteId, member: { accountId, email }, close }: ReviewDialogProps) {
  const access = useLeftAccess(siteId, accountId)
  const revoke = useRevokeAccess(siteId, accountId)
  const [chosen, setChosen] = useState<string[]>([])
  const items = access.data?.filter((item) => chosen.includes(nameOfAccess(item))) ?? []
  const submit = () =>
    revoke.mutate(
      items.map(({ kind, id }) => ({ kind, id })),
      { onSuccess: close },
    )
  return (
    <SmallDialog
      title={words.reviewTitle(email)}
      close={close}
      isFirm={chosen.length > 0}
      isBusy={revoke.isPending}
    >
      <DialogForm
        lead={words.reviewHint}
        submit={submit}
        mutation={revoke}
        action={words.revokeSelected}
        busy={words.revoking}
        look="danger"
        isDisabled={items.length === 0}
      >
        {access.isPending && <WaitingRows count={2} figures={0} isTall isFramed />}
        {access.error && !access.data && (
          <Failure error={access.error} retry={() => access.refetch()} />
        )}
        {access.data && (
          <div className={forms.form}>
            <AccessChoices access={access.data} chosen={chosen} change={setChosen} />
          </div>
        )}
      </DialogForm>
    </SmallDialog>
  )
}
