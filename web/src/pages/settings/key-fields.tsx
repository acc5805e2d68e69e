import { TextField } from '../../parts/field.tsx'
import { Notice } from '../../parts/notice.tsx'
import { settingsTexts } from '../../texts/settings.ts'
import styles from './key-list.module.css'

const words = settingsTexts

/** What a key is called, what it may do and how often, while it is being written. */
interface KeyUse {
  name: string
  scopes: string[]
  ratePerMinute: number
}

interface KeyFieldsProps {
  use: KeyUse
  change: (changed: Partial<KeyUse>) => void
}

/** The fields that a new key and one in use have in common. */
export function KeyFields({ use: { name, scopes, ratePerMinute }, change }: KeyFieldsProps) {
  const turn = (scope: string, on: boolean) =>
    change({ scopes: on ? [...scopes, scope] : scopes.filter((one) => one !== scope) })
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
      <fieldset className={styles.scopes}>
        <legend>{words.scopes}</legend>
        {Object.entries(words.scopeNames).map(([scope, text]) => (
          <label key={scope} className={styles.scope}>
            <input
              type="checkbox"
              name={scope}
              checked={scopes.includes(scope)}
              onChange={(event) => turn(scope, event.target.checked)}
            />
            {text}
            <code>{scope}</code>
          </label>
        ))}
      </fieldset>
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
