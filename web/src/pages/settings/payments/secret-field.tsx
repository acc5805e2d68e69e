import type { WebhookProvider } from '../../../api/site/webhooks.ts'
import { TextField } from '../../../parts/forms/field.tsx'
import { providerGuides } from '../../../texts/provider-guides.ts'

interface SecretFieldProps {
  provider: WebhookProvider
  label?: string
  hint?: string
  required?: boolean
  value: string
  change: (secret: string) => void
}

/** The provider's signing secret, under the name that the provider gives it. */
export function SecretField({ provider, label, hint, required, value, change }: SecretFieldProps) {
  const guide = providerGuides[provider.name]
  return (
    <TextField
      label={label ?? guide?.secretName ?? ''}
      hint={hint}
      name="secret"
      required={required}
      maxLength={500}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      placeholder={guide?.secretExample}
      value={value}
      onChange={(event) => change(event.target.value)}
    />
  )
}
