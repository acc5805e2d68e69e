import { Dialog } from '@base-ui/react/dialog'
import { type FormEvent, useState } from 'react'
import {
  useChangeWebhook,
  type WebhookEndpoint,
  type WebhookProvider,
} from '../../../api/webhooks.ts'
import { Button } from '../../../parts/button.tsx'
import dialogs from '../../../parts/dialog.module.css'
import { explainFailure } from '../../../parts/failure.tsx'
import { TextField } from '../../../parts/field.tsx'
import forms from '../../../parts/form.module.css'
import { Notice } from '../../../parts/notice.tsx'
import { providerGuides } from '../../../texts/provider-guides.ts'
import { providerTexts as words } from '../../../texts/providers.ts'
import { texts } from '../../../texts/texts.ts'
import { SwitchField } from '../switch-field.tsx'
import { OptionFields, optionsOf, type ProviderOptions } from './option-fields.tsx'

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
  const submit = (event: FormEvent) => {
    event.preventDefault()
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
        remove: [...emptied, ...(removesToken ? (['apiToken'] as const) : [])],
      },
      { onSuccess: close },
    )
  }
  return (
    <Dialog.Root open onOpenChange={(open) => !open && close()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={dialogs.backdrop} />
        <Dialog.Popup className={dialogs.small}>
          <Dialog.Title className={dialogs.title}>{words.changeTitle(provider.title)}</Dialog.Title>
          <form className={forms.form} onSubmit={submit}>
            <Dialog.Description className={dialogs.text}>{words.changeHint}</Dialog.Description>
            <OptionFields
              provider={provider}
              options={options}
              hasApiToken={endpoint.options.hasApiToken}
              change={setOptions}
            />
            {endpoint.options.hasApiToken && (
              <SwitchField
                label={words.removeToken}
                hint={words.removeTokenHint}
                checked={removesToken}
                change={setRemovesToken}
              />
            )}
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
            {save.error && <Notice look="bad">{explainFailure(save.error)}</Notice>}
            <div className={dialogs.actions}>
              <Dialog.Close render={<Button />}>{texts.cancel}</Dialog.Close>
              <Button type="submit" look="primary" busy={save.isPending}>
                {save.isPending ? texts.saving : texts.save}
              </Button>
            </div>
          </form>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
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

/** What is set now; of the token it is only known that there is one. */
function ownOptions({ options: { sellerId, shop } }: WebhookEndpoint): ProviderOptions {
  return { ...(sellerId !== null && { sellerId }), ...(shop !== null && { shop }) }
}
