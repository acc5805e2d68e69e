import { useState } from 'react'
import { type ConnectableProvider, useConnectProvider } from '../../../api/connections.ts'
import { SelectField } from '../../../parts/field.tsx'
import { DialogForm, SmallDialog } from '../../../parts/small-dialog.tsx'
import { providerTexts } from '../../../texts/providers.ts'
import { KeyField, noCredentials } from './key-field.tsx'

const words = providerTexts.account

interface ConnectAccountDialogProps {
  siteId: string
  provider: ConnectableProvider
  close: () => void
}

/** Asks for a restricted key and how much of the past is read with it. */
export function ConnectAccountDialog({ siteId, provider, close }: ConnectAccountDialogProps) {
  const connect = useConnectProvider(siteId)
  const [credentials, setCredentials] = useState(noCredentials)
  const [months, setMonths] = useState(12)
  const body = { provider: provider.name, ...credentials, months }
  return (
    <SmallDialog title={words.connect(provider.title)} close={close} isBusy={connect.isPending}>
      <DialogForm
        submit={() => connect.mutate(body, { onSuccess: close })}
        deed={connect}
        action={providerTexts.connect}
        busy={words.checking}
      >
        <KeyField provider={provider} value={credentials} change={setCredentials} />
        <SelectField
          label={words.months}
          name="months"
          value={months}
          onChange={(event) => setMonths(Number(event.target.value))}
        >
          {Object.entries(words.spans).map(([count, text]) => (
            <option key={count} value={count}>
              {text}
            </option>
          ))}
        </SelectField>
      </DialogForm>
    </SmallDialog>
  )
}
