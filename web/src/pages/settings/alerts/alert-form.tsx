import type { FormEvent } from 'react'
import { type AlertSettings, useSaveAlerts } from '../../../api/site/alerts.ts'
import { Button } from '../../../parts/forms/button.tsx'
import { Choices } from '../../../parts/forms/choices.tsx'
import { SelectField, TextField } from '../../../parts/forms/field.tsx'
import forms from '../../../parts/forms/form.module.css'
import { useChanges } from '../../../parts/forms/use-changes.ts'
import { explainFailure } from '../../../parts/states/failure.tsx'
import { Notice } from '../../../parts/states/notice.tsx'
import { alertTexts as words } from '../../../texts/alerts.ts'
import { texts } from '../../../texts/texts.ts'
import type { SectionProps } from '../section-props.ts'
import { LanguageField } from './language-field.tsx'

const { test: _onlyByHand, ...kinds } = words.kinds

interface AlertFormProps extends SectionProps {
  stored: AlertSettings
  members: { accountId: string; email: string }[]
}

/** What is watched, the sensitivity, and which members get e-mails. */
export function AlertForm({ site, stored, members }: AlertFormProps) {
  const save = useSaveAlerts(site.id)
  const { form, changes, change, send, isSaved } = useChanges(stored, save)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const { accountIds, ...others } = changes
    // Former members can no longer be notified.
    const recipients = accountIds?.filter((id) => members.some((one) => one.accountId === id))
    send({ ...others, ...(recipients && { accountIds: recipients }) })
  }
  return (
    <form className={forms.form} onSubmit={submit}>
      <Choices
        legend={words.watchFor}
        options={kinds}
        chosen={form.watched}
        change={(watched) => change({ watched })}
      />
      <SelectField
        label={words.sensitivity}
        name="sensitivity"
        value={form.sensitivity}
        onChange={({ target }) =>
          change({ sensitivity: target.value as AlertSettings['sensitivity'] })
        }
      >
        {Object.entries(words.sensitivities).map(([name, text]) => (
          <option key={name} value={name}>
            {text}
          </option>
        ))}
      </SelectField>
      <div className={forms.pair}>
        <NumberField
          label={words.minimumVisitors}
          value={form.minimumVisitors}
          bounds={{ min: 1, max: 1_000_000 }}
          change={(minimumVisitors) => change({ minimumVisitors })}
        />
        <NumberField
          label={words.minimumRevenue(site.currency)}
          value={form.minimumRevenue}
          bounds={{ min: 0, max: 1_000_000_000 }}
          change={(minimumRevenue) => change({ minimumRevenue })}
        />
      </div>
      <NumberField
        label={words.quietHours}
        hint={words.quietHint}
        value={form.quietHours}
        bounds={{ min: 1, max: 168 }}
        change={(quietHours) => change({ quietHours })}
      />
      <Choices
        legend={words.recipients}
        options={Object.fromEntries(members.map(({ accountId, email }) => [accountId, email]))}
        chosen={form.accountIds}
        change={(accountIds) => change({ accountIds })}
      />
      <LanguageField value={form.language} change={(language) => change({ language })} />
      {save.error && <Notice look="bad">{explainFailure(save.error)}</Notice>}
      <div className={forms.actions}>
        <Button type="submit" look="primary" busy={save.isPending}>
          {save.isPending ? texts.saving : texts.save}
        </Button>
        <span role="status">{isSaved && texts.saved}</span>
      </div>
    </form>
  )
}

interface NumberFieldProps {
  label: string
  hint?: string
  value: number
  bounds: { min: number; max: number }
  change: (value: number) => void
}

function NumberField({ label, hint, value, bounds, change }: NumberFieldProps) {
  return (
    <TextField
      label={label}
      hint={hint}
      type="number"
      inputMode="numeric"
      required
      {...bounds}
      value={Number.isNaN(value) ? '' : value}
      onChange={({ target }) => change(target.valueAsNumber)}
    />
  )
}
