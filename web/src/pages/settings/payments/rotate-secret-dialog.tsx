import { Dialog } from '@base-ui/react/dialog'
import { type FormEvent, useState } from 'react'
import {
  type EndpointPlace,
  useRotateWebhook,
  type WebhookProvider,
} from '../../../api/webhooks.ts'
import { Button } from '../../../parts/button.tsx'
import dialogs from '../../../parts/dialog.module.css'
import { explainFailure } from '../../../parts/failure.tsx'
import { SelectField } from '../../../parts/field.tsx'
import forms from '../../../parts/form.module.css'
import { Notice } from '../../../parts/notice.tsx'
import { providerTexts as words } from '../../../texts/providers.ts'
import { texts } from '../../../texts/texts.ts'
import { SecretField } from './secret-field.tsx'
import { SecretOnce } from './secret-once.tsx'

interface RotateSecretDialogProps {
  place: EndpointPlace
  provider: WebhookProvider
  close: () => void
}

/** Another secret in the place of the present one. */
export function RotateSecretDialog({ place, provider, close }: RotateSecretDialogProps) {
  const rotate = useRotateWebhook(place)
  const made = rotate.data?.secret
  return (
    <Dialog.Root open onOpenChange={(open) => !open && close()} disablePointerDismissal>
      <Dialog.Portal>
        <Dialog.Backdrop className={dialogs.backdrop} />
        <Dialog.Popup className={dialogs.small}>
          <Dialog.Title className={dialogs.title}>
            {made ? words.rotated : words.rotateTitle(provider.title)}
          </Dialog.Title>
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
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
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
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const given = secret.trim()
    rotate.mutate(
      { overlapHours, ...(given !== '' && { secret: given }) },
      { onSuccess: ({ secret: made }) => made === null && close() },
    )
  }
  return (
    <form className={forms.form} onSubmit={submit}>
      <Dialog.Description className={dialogs.text}>{words.rotateHint}</Dialog.Description>
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
      {rotate.error && <Notice look="bad">{explainFailure(rotate.error)}</Notice>}
      <div className={dialogs.actions}>
        <Dialog.Close render={<Button />}>{texts.cancel}</Dialog.Close>
        <Button type="submit" look="primary" busy={rotate.isPending}>
          {rotate.isPending ? words.rotating : words.rotate}
        </Button>
      </div>
    </form>
  )
}
