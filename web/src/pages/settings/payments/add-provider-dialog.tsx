import { useState } from 'react'
import { useAddWebhook, type WebhookProvider } from '../../../api/site/webhooks.ts'
import { SmallDialog } from '../../../parts/dialogs/small-dialog.tsx'
import { providerTexts as words } from '../../../texts/providers.ts'
import { AddProviderForm } from './add-provider-form.tsx'
import { ProviderConnected } from './provider-connected.tsx'

interface AddProviderDialogProps {
  siteId: string
  providers: readonly WebhookProvider[]
  /** The one that is chosen at first. */
  initial?: string
  close: () => void
}

/** Creates an address for a provider, then explains what to do there. */
export function AddProviderDialog({ siteId, providers, initial, close }: AddProviderDialogProps) {
  const add = useAddWebhook(siteId)
  const [isSecretOpen, setIsSecretOpen] = useState(false)
  const provider = providers.find(({ name }) => name === add.data?.endpoint.provider)
  return (
    <SmallDialog title={provider ? words.made(provider.title) : words.add} close={close} isFirm>
      {add.data && provider ? (
        <ProviderConnected
          siteId={siteId}
          provider={provider}
          made={add.data}
          isSecretOpen={isSecretOpen}
        />
      ) : (
        <AddProviderForm
          providers={providers}
          initial={initial}
          add={(webhook) => {
            setIsSecretOpen(webhook.isSecretOpen)
            add.mutate(webhook.body)
          }}
          mutation={add}
        />
      )}
    </SmallDialog>
  )
}
