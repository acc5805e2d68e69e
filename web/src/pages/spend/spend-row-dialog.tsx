import type { SpendRow, SpendRowInput } from '@tributary/contract/spend.ts'
import { useSaveSpend } from '../../api/money/spend.ts'
import type { Site } from '../../api/site/sites.ts'
import { DialogForm, SmallDialog } from '../../parts/dialogs/small-dialog.tsx'
import { TextField } from '../../parts/forms/field.tsx'
import forms from '../../parts/forms/form.module.css'
import { spendTexts as words } from '../../texts/spend.ts'

interface SpendRowDialogProps {
  site: Site
  /** The row to change; without one, a new one. */
  row?: SpendRow
  close: () => void
}

/** Enters ad spend of one day by hand. */
export function SpendRowDialog({ site, row, close }: SpendRowDialogProps) {
  const save = useSaveSpend(site.id)
  const submit = (form: HTMLFormElement) => {
    const entered = readForm(new FormData(form))
    save.mutate({ rows: [entered], old: row?.spendId }, { onSuccess: close })
  }
  return (
    <SmallDialog title={row ? words.editTitle : words.addTitle} close={close}>
      <DialogForm submit={submit} mutation={save} action={words.save} busy={words.saving}>
        <div className={forms.pair}>
          <TextField
            label={words.dayField}
            name="day"
            type="date"
            required
            defaultValue={row?.day}
          />
          <TextField
            label={words.amount}
            name="amount"
            type="number"
            min="0"
            step="any"
            required
            defaultValue={row?.amount}
          />
        </div>
        <TextField
          label={words.columns.source}
          name="source"
          required
          maxLength={255}
          hint={words.wordHint}
          defaultValue={row?.source}
        />
        <div className={forms.pair}>
          <TextField label={words.medium} name="medium" defaultValue={row?.medium} />
          <TextField
            label={words.columns.campaign}
            name="campaign"
            maxLength={255}
            defaultValue={row?.campaign}
          />
        </div>
        <div className={forms.pair}>
          <TextField
            label={words.names.clicks}
            name="clicks"
            type="number"
            min="0"
            hint={words.unknown}
            defaultValue={row?.clicks ?? undefined}
          />
          <TextField
            label={words.currency}
            name="currency"
            maxLength={3}
            defaultValue={row?.currency ?? site.currency}
          />
        </div>
        <input type="hidden" name="term" defaultValue={row?.term} />
        <input type="hidden" name="content" defaultValue={row?.content} />
        <input type="hidden" name="impressions" defaultValue={row?.impressions ?? undefined} />
      </DialogForm>
    </SmallDialog>
  )
}

function readForm(form: FormData): SpendRowInput {
  const text = (name: string) => String(form.get(name) ?? '').trim()
  const count = (name: 'clicks' | 'impressions') =>
    text(name) === '' ? {} : { [name]: Number(text(name)) }
  return {
    day: text('day'),
    source: text('source'),
    medium: text('medium'),
    campaign: text('campaign'),
    term: text('term'),
    content: text('content'),
    currency: text('currency').toUpperCase(),
    amount: Number(text('amount')),
    ...count('clicks'),
    ...count('impressions'),
  }
}
