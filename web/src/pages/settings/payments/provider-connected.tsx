import { Dialog } from '@base-ui/react/dialog'
import { type FormEvent, useState } from 'react'
import {
  type MadeWebhook,
  useRotateWebhook,
  type WebhookProvider,
} from '../../../api/site/webhooks.ts'
import { CodeBlock } from '../../../parts/code-block.tsx'
import dialogs from '../../../parts/dialogs/dialog.module.css'
import { Button } from '../../../parts/forms/button.tsx'
import { explainFailure } from '../../../parts/states/failure.tsx'
import { Notice } from '../../../parts/states/notice.tsx'
import { providerGuides } from '../../../texts/provider-guides.ts'
import { providerTexts as words } from '../../../texts/providers.ts'
import styles from './payment-providers.module.css'
import { ProviderSteps } from './provider-steps.tsx'
import { SecretField } from './secret-field.tsx'
import { SecretOnce } from './secret-once.tsx'

interface ProviderConnectedProps {
  siteId: string
  provider: WebhookProvider
  made: MadeWebhook
  isSecretOpen: boolean
}

/** The values to enter at the provider, and a field for the secret that it shows in return. */
export function ProviderConnected(props: ProviderConnectedProps) {
  const { siteId, provider, made, isSecretOpen } = props
  return (
    <div className={styles.made}>
      <h3>{words.address}</h3>
      <CodeBlock code={made.endpoint.url} label={words.address} />
      {made.secret !== null && <SecretOnce secret={made.secret} />}
      <ProviderSteps name={provider.name} title={provider.title} />
      {isSecretOpen && (
        <FillInSecret siteId={siteId} endpointId={made.endpoint.id} provider={provider} />
      )}
      <div className={dialogs.actions}>
        <Dialog.Close render={<Button look={isSecretOpen ? 'plain' : 'primary'} />}>
          {words.done}
        </Dialog.Close>
      </div>
    </div>
  )
}

function FillInSecret(props: { siteId: string; endpointId: string; provider: WebhookProvider }) {
  const { provider, ...place } = props
  const rotate = useRotateWebhook(place)
  const [secret, setSecret] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    rotate.mutate({ secret: secret.trim(), overlapHours: 0 })
  }
  if (rotate.isSuccess) return <Notice look="good">{words.fillInSaved}</Notice>
  return (
    <form className={styles.made} onSubmit={submit}>
      <SecretField
        provider={provider}
        label={words.fillIn(providerGuides[provider.name]?.secretName ?? provider.title)}
        required
        value={secret}
        change={setSecret}
      />
      {rotate.error && <Notice look="bad">{explainFailure(rotate.error)}</Notice>}
      <div>
        <Button type="submit" look="primary" busy={rotate.isPending}>
          {words.fillInSave}
        </Button>
      </div>
    </form>
  )
}
