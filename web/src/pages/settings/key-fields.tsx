import { Choices } from '../../parts/forms/choices.tsx'
import { TextField } from '../../parts/forms/field.tsx'
import { Notice } from '../../parts/states/notice.tsx'
import { settingsTexts } from '../../texts/settings.ts'

const words = settingsTexts

/** The name, scopes and rate limit of a key while they are edited. */
interface KeyUse {
  name: string
  scopes: string[]
  ratePerMinute: number
}

interface KeyFieldsProps {
  use: KeyUse
  change: (changed: Partial<KeyUse>) => void
}

/** The common fields of a new key and an existing one. */
export function KeyFields({ use: { name, scopes, ratePerMinute }, change }: KeyFieldsProps) {
  return (
    <>
      <TextField
        label={words.keyName}
        name="name"
        required
        maxLength={255}
        placeholder={words.keyNamePlaceholder}
        value={name}
        onChange={(event) => change({ name: event.target.value })}
      />
      <Choices
        legend={words.scopes}
        options={words.scopeNames}
        chosen={scopes}
        change={(chosen) => change({ scopes: chosen })}
        hasNames
      />
      {scopes.length === 0 && <Notice look="bad">{words.noScope}</Notice>}
      <TextField
        label={words.rate}
        hint={words.rateHint}
        name="rate"
        type="number"
        inputMode="numeric"
        required
        min={1}
        max={1_000_000}
        value={ratePerMinute || ''}
        onChange={(event) => change({ ratePerMinute: event.target.valueAsNumber || 0 })}
      />
    </>
  )
}
