import { type ApiKey, useRollKey } from '../../api/site/keys.ts'
import { DialogForm, ShownOnce, SmallDialog } from '../../parts/dialogs/small-dialog.tsx'
import { settingsTexts } from '../../texts/settings.ts'

const words = settingsTexts

interface KeyDialogProps {
  siteId: string
  apiKey: ApiKey
  close: () => void
}

/** Replaces a key with a new one; the old one works for another day, so that nothing is interrupted. */
export function RollKeyDialog({ siteId, apiKey, close }: KeyDialogProps) {
  const roll = useRollKey(siteId, apiKey.id)
  return (
    <SmallDialog
      title={roll.data ? words.keyMade : words.rollTitle(apiKey.name)}
      close={close}
      isFirm
    >
      {roll.data ? (
        <ShownOnce
          lead={words.rolledHint}
          code={roll.data.token}
          label={words.keyMade}
          done={words.done}
        />
      ) : (
        <DialogForm
          lead={words.rollHint}
          submit={() => roll.mutate()}
          mutation={roll}
          action={words.roll}
          busy={words.rolling}
        />
      )}
    </SmallDialog>
  )
}
