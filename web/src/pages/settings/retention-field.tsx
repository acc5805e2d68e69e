import { SelectField, TextField } from '../../parts/forms/field.tsx'
import forms from '../../parts/forms/form.module.css'
import { Notice } from '../../parts/states/notice.tsx'
import { settingsTexts } from '../../texts/settings.ts'

const words = settingsTexts
/** The initial value: a year and a month, so that years can be compared. */
const suggestedDays = '400'

interface RetentionFieldProps {
  /** As typed; null keeps everything for ever. */
  days: string | null
  change: (days: string | null) => void
}

/** How long a site's events are stored, and what happens to older ones. */
export function RetentionField({ days, change }: RetentionFieldProps) {
  return (
    <>
      <div className={forms.pair}>
        <SelectField
          label={words.retention}
          hint={words.retentionHint}
          name="retention"
          value={days === null ? 'for-ever' : 'limited'}
          onChange={(event) => change(event.target.value === 'limited' ? suggestedDays : null)}
        >
          <option value="for-ever">{words.retentionForEver}</option>
          <option value="limited">{words.retentionLimited}</option>
        </SelectField>
        {days !== null && (
          <TextField
            label={words.retentionDays}
            name="retentionDays"
            type="number"
            inputMode="numeric"
            required
            min={1}
            max={36_500}
            value={days}
            onChange={(event) => change(event.target.value)}
          />
        )}
      </div>
      {Number(days) > 0 && (
        <Notice look="money">{words.retentionWarning(words.days(Number(days)))}</Notice>
      )}
    </>
  )
}
