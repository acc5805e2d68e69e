import { useRemoveSecondFactor } from '../../api/account.ts'
import { SmallDialog } from '../../parts/small-dialog.tsx'
import { wayTexts } from '../../texts/ways.ts'
import { PasswordStep } from './password-step.tsx'

const words = wayTexts.account

/** Goes back to the password alone. */
export function RemoveFactorDialog({ close }: { close: () => void }) {
  const remove = useRemoveSecondFactor()
  return (
    <SmallDialog title={words.removeFactor} close={close}>
      <PasswordStep
        lead={words.removeFactorHint}
        action={words.removeFactor}
        deed={remove}
        go={(password) => remove.mutate({ password }, { onSuccess: close })}
      />
    </SmallDialog>
  )
}
