import { Dialog } from '@base-ui/react/dialog'
import { useState } from 'react'
import {
  type EndpointPlace,
  useRotateWebhook,
  type WebhookProvider,
} from '../../../api/site/webhooks.ts'
import dialogs from '../../../parts/dialogs/dialog.module.css'
import { DialogForm, SmallDialog } from '../../../parts/dialogs/small-dialog.tsx'
import { Button } from '../../../parts/forms/button.tsx'
import { SelectField } from '../../../parts/forms/field.tsx'
import { providerTexts as words } from '../../../texts/providers.ts'
import { SecretField } from './secret-field.tsx'
import { SecretOnce } from './secret-once.tsx'

interface RotateSecretDialogProps {
  place: EndpointPlace
  provider: WebhookProvider
  close: () => void
}

/** Replaces the present secret by another one. */
export function RotateSecretDialog({ place, provider, close }: RotateSecretDialogProps) {
  const rotate = useRotateWebhook(place)
  const made = rotate.data?.secret
  return (
    <SmallDialog
      title={made ? words.rotated : words.rotateTitle(provider.title)}
      close={close}
      isFirm
    >
      {made ? (
        <>
          <SecretOnce secret={made} />
          <div className={dialogs.actions}>
            <Dialog.Close render={<Button look="primary" />}>{words.done}</Dialog.Close>
          </div>
        </>
      ) : (
        <RotateForm provider={provider} rotate={rotate} close={close} />
      )}
    </SmallDialog>
  )
}

function RotateForm(props: {
  provider: WebhookProvider
  rotate: ReturnType<typeof useRotateWebhook>
  close: () => void
}) {
  const { provider, rotate, close } = props
  const [secret, setSecret] = useState('')
  const [overlapHours, setOverlapHours] = useState(24)
  const submit = () => {
    const given = secret.trim()
    rotate.mutate(
      { overlapHours, ...(given !== '' && { secret: given }) },
      { onSuccess: ({ secret: made }) => made === null && close() },
    )
  }
  return (
    <DialogForm
      lead={words.rotateHint}
      submit={submit}
      mutation={rotate}
      action={words.rotate}
      busy={words.rotating}
    >
      <SecretField
        provider={provider}
        {...(!provider.needsSecret && { hint: words.secretChosen })}
        required={provider.needsSecret}
        value={secret}
        change={setSecret}
      />
      <SelectField
        label={words.overlap}
        name="overlap"
        value={overlapHours}
        onChange={(event) => setOverlapHours(Number(event.target.value))}
      >
        {Object.entries(words.overlaps).map(([hours, text]) => (
          <option key={hours} value={hours}>
            {text}
          </option>
        ))}
      </SelectField>
    </DialogForm>
  )
}
