import type { ConnectableProvider, Credentials } from '../../../api/site/connections.ts'
import { TextField } from '../../../parts/forms/field.tsx'
import { providerTexts } from '../../../texts/providers.ts'
import styles from './payment-providers.module.css'

const words = providerTexts.account
const entered = {
  required: true,
  maxLength: 4000,
  autoComplete: 'off',
  autoCapitalize: 'none',
  spellCheck: false,
} as const

interface KeyFieldProps {
  provider: ConnectableProvider
  value: Credentials
  change: (credentials: Credentials) => void
}

export const noCredentials: Credentials = { key: '', details: {} }

/** How to create a key that may read what is needed and nothing else, and where to paste it. */
export function KeyField({ provider, value, change }: KeyFieldProps) {
  const keyLabel = words.keyNames[provider.name] ?? words.key
  const hasDetails = provider.details.length > 0
  const labels = [...provider.details.map(({ name }) => words.details[name]), keyLabel]
  return (
    <>
      <div className={styles.steps}>
        <ol>
          <li>
            <a href={provider.keyPage} target="_blank" rel="noreferrer">
              {provider.hasReadOnlyKeys
                ? words.makeReadOnlyKey(provider.title)
                : words.makeKey(provider.title)}
            </a>
          </li>
          {provider.permissions.length > 0 && (
            <li>{words.permit(provider.permissions.join(', '))}</li>
          )}
          <li>{hasDetails ? words.enter(labels.join(', ')) : words.paste}</li>
        </ol>
      </div>
      {provider.details.map(({ name, example, isOptional }) => (
        <TextField
          key={name}
          label={words.details[name]}
          name={name}
          placeholder={example}
          {...entered}
          required={isOptional !== true}
          hint={isOptional === true ? words.optionalDetail : undefined}
          value={value.details[name] ?? ''}
          onChange={({ target }) =>
            change({ ...value, details: { ...value.details, [name]: target.value } })
          }
        />
      ))}
      <TextField
        label={keyLabel}
        hint={provider.hasReadOnlyKeys ? words.keyHint : words.fullKeyHint(provider.title)}
        name="key"
        placeholder={provider.keyExample}
        {...entered}
        value={value.key}
        onChange={({ target }) => change({ ...value, key: target.value })}
      />
    </>
  )
}
