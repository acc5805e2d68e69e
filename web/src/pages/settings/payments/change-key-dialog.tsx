import { useState } from 'react'
import {
  type ConnectableProvider,
  type ConnectionPlace,
  useChangeKey,
} from '../../../api/site/connections.ts'
import { DialogForm, SmallDialog } from '../../../parts/dialogs/small-dialog.tsx'
import { providerTexts } from '../../../texts/providers.ts'
import { KeyField, noCredentials } from './key-field.tsx'

const words = providerTexts.account

interface ChangeKeyDialogProps {
  place: ConnectionPlace
  provider: ConnectableProvider
  close: () => void
}

/** Replaces the present key by another one of the same account. */
export function ChangeKeyDialog({ place, provider, close }: ChangeKeyDialogProps) {
  const change = useChangeKey(place)
  const [credentials, setCredentials] = useState(noCredentials)
  return (
    <SmallDialog
      title={words.changeKeyTitle(provider.title)}
      close={close}
      isBusy={change.isPending}
    >
      <DialogForm
        lead={words.changeKeyHint}
        submit={() => change.mutate(credentials, { onSuccess: close })}
        mutation={change}
        action={words.changeKey}
        busy={words.checking}
      >
        <KeyField provider={provider} value={credentials} change={setCredentials} />
      </DialogForm>
    </SmallDialog>
  )
}
