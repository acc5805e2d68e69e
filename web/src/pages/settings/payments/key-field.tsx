import type { ConnectableProvider } from '../../../api/connections.ts'
import { TextField } from '../../../parts/field.tsx'
import { providerTexts } from '../../../texts/providers.ts'
import styles from './payment-providers.module.css'

const words = providerTexts.account

interface KeyFieldProps {
  provider: ConnectableProvider
  value: string
  change: (key: string) => void
}

/** How to make a key that may read what is needed and nothing else, and where to paste it. */
export function KeyField({ provider, value, change }: KeyFieldProps) {
  return (
    <>
      <div className={styles.steps}>
        <ol>
          <li>
            <a href={provider.keyPage} target="_blank" rel="noreferrer">
              {words.makeKey(provider.title)}
            </a>
          </li>
          <li>{words.permit(provider.permissions.join(', '))}</li>
          <li>{words.paste}</li>
        </ol>
      </div>
      <TextField
        label={words.key}
        hint={words.keyHint}
        name="key"
        required
        maxLength={500}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        placeholder="rk_live_…"
        value={value}
        onChange={(event) => change(event.target.value)}
      />
    </>
  )
}
