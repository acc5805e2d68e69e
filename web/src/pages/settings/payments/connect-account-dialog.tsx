import { useEffect, useRef, useState } from 'react'
import { type ConnectableProvider, useConnectProvider } from '../../../api/site/connections.ts'
import { DialogForm, SmallDialog } from '../../../parts/dialogs/small-dialog.tsx'
import { Button } from '../../../parts/forms/button.tsx'
import { SelectField } from '../../../parts/forms/field.tsx'
import { providerTexts } from '../../../texts/providers.ts'
import styles from './choose-account.module.css'
import { ChooseAccount } from './choose-account.tsx'
import { KeyField, noCredentials } from './key-field.tsx'

const words = providerTexts.account

interface ConnectAccountDialogProps {
  siteId: string
  /** The providers that can be connected. */
  providers: readonly ConnectableProvider[]
  close: () => void
}

/** Asks for the provider, then for a key and how much of the past is read with it. */
export function ConnectAccountDialog({ siteId, providers, close }: ConnectAccountDialogProps) {
  const connect = useConnectProvider(siteId)
  const [chosen, setChosen] = useState<string>()
  const [isChoosing, setIsChoosing] = useState(true)
  const provider = isChoosing ? undefined : providers.find(({ name }) => name === chosen)
  const choose = (name: string) => {
    setChosen(name)
    setIsChoosing(false)
  }
  const back = () => {
    connect.reset()
    setIsChoosing(true)
  }
  return (
    <SmallDialog
      title={provider ? words.connect(provider.title) : words.connectOne}
      close={close}
      isBusy={connect.isPending}
    >
      {provider ? (
        <AccountForm {...{ provider, connect, back, close }} />
      ) : (
        <ChooseAccount providers={providers} last={chosen} choose={choose} />
      )}
    </SmallDialog>
  )
}

interface AccountFormProps {
  provider: ConnectableProvider
  connect: ReturnType<typeof useConnectProvider>
  back: () => void
  close: () => void
}

function AccountForm({ provider, connect, back, close }: AccountFormProps) {
  const [credentials, setCredentials] = useState(noCredentials)
  const [months, setMonths] = useState(12)
  const steps = useRef<HTMLDivElement>(null)
  // The pressed button is gone; a field would open a phone's keyboard before the steps are read.
  useEffect(() => steps.current?.focus(), [])
  const body = { provider: provider.name, ...credentials, months }
  return (
    <div ref={steps} tabIndex={-1} className={styles.steps}>
      <DialogForm
        submit={() => connect.mutate(body, { onSuccess: close })}
        mutation={connect}
        action={providerTexts.connect}
        busy={words.checking}
        otherDeed={<Button onClick={back}>{words.back}</Button>}
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
    </div>
  )
}
