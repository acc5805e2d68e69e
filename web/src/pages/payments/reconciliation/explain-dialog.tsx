import { type ItemPlace, useDecide } from '../../../api/money/reconciliation.ts'
import { DialogForm, SmallDialog } from '../../../parts/dialogs/small-dialog.tsx'
import { TextField } from '../../../parts/forms/field.tsx'
import { reconciliationTexts as words } from '../../../texts/reconciliation.ts'

interface ExplainDialogProps {
  siteId: string
  place: ItemPlace
  close: () => void
}

/** Asks why the two sides differ. */
export function ExplainDialog({ siteId, place, close }: ExplainDialogProps) {
  const decide = useDecide(siteId)
  const submit = (form: HTMLFormElement) => {
    const note = String(new FormData(form).get('note') ?? '')
    decide.mutate({ ...place, decision: 'explained', note }, { onSuccess: close })
  }
  return (
    <SmallDialog title={words.explainTitle} close={close} isBusy={decide.isPending}>
      <DialogForm
        lead={words.explainLead}
        mutation={decide}
        submit={submit}
        action={words.save}
        busy={words.saving}
      >
        <TextField label={words.note} name="note" required maxLength={500} autoComplete="off" />
      </DialogForm>
    </SmallDialog>
  )
}
