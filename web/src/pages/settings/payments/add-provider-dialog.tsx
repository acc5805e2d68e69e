import { Dialog } from '@base-ui/react/dialog'
import { useState } from 'react'
import { useAddWebhook, type WebhookProvider } from '../../../api/webhooks.ts'
import dialogs from '../../../parts/dialog.module.css'
import { providerTexts as words } from '../../../texts/providers.ts'
import { AddProviderForm } from './add-provider-form.tsx'
import { ProviderConnected } from './provider-connected.tsx'

interface AddProviderDialogProps {
  siteId: string
  providers: readonly WebhookProvider[]
  close: () => void
}

/** Makes an address for a provider, then says what to do there. */
export function AddProviderDialog({ siteId, providers, close }: AddProviderDialogProps) {
  const add = useAddWebhook(siteId)
  const [isSecretOpen, setIsSecretOpen] = useState(false)
  const provider = providers.find(({ name }) => name === add.data?.endpoint.provider)
  return (
    <Dialog.Root open onOpenChange={(open) => !open && close()} disablePointerDismissal>
      <Dialog.Portal>
        <Dialog.Backdrop className={dialogs.backdrop} />
        <Dialog.Popup className={dialogs.small}>
          <Dialog.Title className={dialogs.title}>
            {provider ? words.made(provider.title) : words.add}
          </Dialog.Title>
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
              add={(webhook) => {
                setIsSecretOpen(webhook.isSecretOpen)
                add.mutate(webhook.body)
              }}
              error={add.error}
              isBusy={add.isPending}
            />
          )}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
