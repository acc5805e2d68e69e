import { useState } from 'react'
import type { NewWebhook, WebhookProvider } from '../../../api/site/webhooks.ts'
import { DialogForm } from '../../../parts/dialogs/small-dialog.tsx'
import { SelectField } from '../../../parts/forms/field.tsx'
import { SwitchField } from '../../../parts/forms/switch-field.tsx'
import { Notice } from '../../../parts/states/notice.tsx'
import { providerGuides } from '../../../texts/provider-guides.ts'
import { providerTexts as words } from '../../../texts/providers.ts'
import { OptionFields, type ProviderOptions } from './option-fields.tsx'
import { SecretField } from './secret-field.tsx'

interface AddProviderFormProps {
  providers: readonly WebhookProvider[]
  /** The one that is chosen at first. */
  initial: string | undefined
  /** `isSecretOpen`: the provider has yet to show the secret. */
  add: (webhook: { body: NewWebhook; isSecretOpen: boolean }) => void
  /** The request to the server. */
  mutation: { isPending: boolean; error: unknown }
}

export function AddProviderForm({ providers, initial, add, mutation }: AddProviderFormProps) {
  const [name, setName] = useState(initial ?? providers[0]?.name)
  const [secret, setSecret] = useState('')
  const [isTest, setIsTest] = useState(false)
  const [options, setOptions] = useState<ProviderOptions>({})
  const provider = providers.find((one) => one.name === name)
  if (provider === undefined) return null
  const choose = (next: string) => {
    setName(next)
    setSecret('')
    setOptions({})
  }
  const submit = () => {
    const isSecretOpen = provider.needsSecret && secret.trim() === ''
    const known = isSecretOpen ? unknowableSecret() : secret.trim()
    const body = { provider: provider.name, isTest, ...(known && { secret: known }), ...options }
    add({ body, isSecretOpen })
  }
  return (
    <DialogForm submit={submit} mutation={mutation} action={words.connect} busy={words.connecting}>
      <SelectField
        label={words.provider}
        name="provider"
        value={name}
        onChange={(event) => choose(event.target.value)}
      >
        {providers.map((one) => (
          <option key={one.name} value={one.name}>
            {one.title}
          </option>
        ))}
      </SelectField>
      {provider.isSigned ? (
        <SecretField
          provider={provider}
          hint={provider.needsSecret ? words.secretLater : words.secretChosen}
          value={secret}
          change={setSecret}
        />
      ) : (
        <Notice look="money">{words.unsigned(provider.title)}</Notice>
      )}
      <OptionFields provider={provider} options={options} change={setOptions} />
      <SwitchField
        label={words.testMode}
        hint={
          providerGuides[provider.name]?.hidesTestMode
            ? words.testModeNeeded(provider.title)
            : words.testModeKnown(provider.title)
        }
        checked={isTest}
        change={setIsTest}
      />
    </DialogForm>
  )
}

/**
 * It is unknown to everyone, so no delivery is accepted until the provider's own secret replaces it.
 * Not `randomUUID`: browsers have that on https only.
 */
function unknowableSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(24))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
