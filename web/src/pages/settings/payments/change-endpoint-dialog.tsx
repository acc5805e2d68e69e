import { useState } from 'react'
import {
  useChangeWebhook,
  type WebhookEndpoint,
  type WebhookProvider,
} from '../../../api/site/webhooks.ts'
import { DialogForm, SmallDialog } from '../../../parts/dialogs/small-dialog.tsx'
import { TextField } from '../../../parts/forms/field.tsx'
import { SwitchField } from '../../../parts/forms/switch-field.tsx'
import { providerGuides } from '../../../texts/provider-guides.ts'
import { providerTexts as words } from '../../../texts/providers.ts'
import { texts } from '../../../texts/texts.ts'
import { OptionFields, optionsOf, type ProviderOptions, tokenWords } from './option-fields.tsx'

interface ChangeEndpointDialogProps {
  siteId: string
  endpoint: WebhookEndpoint
  provider: WebhookProvider
  close: () => void
}

/** Other options for a connected provider; its address and its secret stay. */
export function ChangeEndpointDialog(props: ChangeEndpointDialogProps) {
  const { siteId, endpoint, provider, close } = props
  const save = useChangeWebhook({ siteId, endpointId: endpoint.id })
  const [isTest, setIsTest] = useState(endpoint.isTest)
  const [days, setDays] = useState(String(endpoint.retentionDays))
  const [seconds, setSeconds] = useState(String(endpoint.toleranceSeconds ?? ''))
  const [options, setOptions] = useState<ProviderOptions>(() => ownOptions(endpoint))
  const [removesToken, setRemovesToken] = useState(false)
  const submit = () => {
    const emptied = optionsOf(provider.name).filter(
      (name) => name !== 'apiToken' && !options[name]?.trim(),
    )
    save.mutate(
      {
        ...options,
        isTest,
        retentionDays: Number(days),
        ...(provider.toleranceSeconds !== null && {
          toleranceSeconds: seconds === '' ? 'default' : Number(seconds),
        }),
        // A client id without its secret is refused.
        remove: [...emptied, ...(removesToken ? (['apiToken', 'clientId'] as const) : [])],
      },
      { onSuccess: close },
    )
  }
  return (
    <SmallDialog title={words.changeTitle(provider.title)} close={close} isBusy={save.isPending}>
      <DialogForm
        lead={words.changeHint}
        submit={submit}
        mutation={save}
        action={texts.save}
        busy={texts.saving}
      >
        <OptionFields
          provider={provider}
          options={options}
          hasApiToken={endpoint.options.hasApiToken}
          change={setOptions}
        />
        {endpoint.options.hasApiToken && (
          <SwitchField
            label={tokenWords(provider.name).remove}
            hint={tokenWords(provider.name).removeHint}
            checked={removesToken}
            change={setRemovesToken}
          />
        )}
        <TestModeField provider={provider} isTest={isTest} change={setIsTest} />
        <NumberField
          label={words.keepDays}
          hint={words.keepDaysHint}
          name="retentionDays"
          required
          most={3650}
          value={days}
          change={setDays}
        />
        {provider.toleranceSeconds !== null && (
          <NumberField
            label={words.tolerance}
            hint={words.toleranceHint(String(provider.toleranceSeconds))}
            name="toleranceSeconds"
            most={86_400}
            value={seconds}
            change={setSeconds}
          />
        )}
      </DialogForm>
    </SmallDialog>
  )
}

interface TestModeFieldProps {
  provider: WebhookProvider
  isTest: boolean
  change: (isTest: boolean) => void
}

function TestModeField({ provider: { name, title }, isTest, change }: TestModeFieldProps) {
  const hint = providerGuides[name]?.hidesTestMode ? words.testModeNeeded : words.testModeKnown
  return <SwitchField label={words.testMode} hint={hint(title)} checked={isTest} change={change} />
}

interface NumberFieldProps {
  label: string
  hint: string
  name: string
  required?: boolean
  most: number
  value: string
  change: (value: string) => void
}

/** A whole number from 1 on. */
function NumberField({ most, change, ...field }: NumberFieldProps) {
  return (
    <TextField
      {...field}
      type="number"
      inputMode="numeric"
      min={1}
      max={most}
      onChange={({ target }) => change(target.value)}
    />
  )
}

/** The current options; of the token only whether there is one. */
function ownOptions({ options: { clientId, sellerId, shop } }: WebhookEndpoint): ProviderOptions {
  return {
    ...(clientId !== null && { clientId }),
    ...(sellerId !== null && { sellerId }),
    ...(shop !== null && { shop }),
  }
}
