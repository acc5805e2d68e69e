import { Dialog } from '@base-ui/react/dialog'
import { useRemoveSecondFactor } from '../../api/account.ts'
import dialogs from '../../parts/dialog.module.css'
import { texts } from '../../texts/texts.ts'
import { wayTexts } from '../../texts/ways.ts'
import { PasswordStep } from './password-step.tsx'

const words = wayTexts.account

/** Goes back to the password alone. */
export function RemoveFactorDialog({ close }: { close: () => void }) {
  const remove = useRemoveSecondFactor()
  return (
    <Dialog.Root open onOpenChange={(open) => !open && close()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={dialogs.backdrop} />
        <Dialog.Popup className={dialogs.small}>
          <Dialog.Title className={dialogs.title}>{words.removeFactor}</Dialog.Title>
          <PasswordStep
            lead={words.removeFactorHint}
            action={words.removeFactor}
            busy={remove.isPending}
            error={remove.error}
            go={(password) => remove.mutate({ password }, { onSuccess: close })}
          />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
