import { Dialog } from '@base-ui/react/dialog'
import type { GoalSetting } from '@tributary/contract/app-goals.ts'
import { type FormEvent, useState } from 'react'
import { Button } from '../../../parts/button.tsx'
import dialogs from '../../../parts/dialog.module.css'
import { TextField } from '../../../parts/field.tsx'
import forms from '../../../parts/form.module.css'
import { goalTexts as words } from '../../../texts/goals.ts'
import { texts } from '../../../texts/texts.ts'

interface RenameGoalDialogProps {
  goal: GoalSetting
  rename: (name: string) => void
  close: () => void
}

/** Asks what people are to read instead of the name that a goal is sent by. */
export function RenameGoalDialog({ goal, rename, close }: RenameGoalDialogProps) {
  const [name, setName] = useState(goal.name)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    rename(name.trim())
  }
  return (
    <Dialog.Root open onOpenChange={(open) => !open && close()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={dialogs.backdrop} />
        <Dialog.Popup className={dialogs.small}>
          <Dialog.Title className={dialogs.title}>{words.renameTitle(goal.goal)}</Dialog.Title>
          <form className={forms.form} onSubmit={submit}>
            <TextField
              label={words.name}
              hint={words.nameHint}
              name="name"
              maxLength={100}
              autoComplete="off"
              placeholder={goal.goal}
              value={name}
              onChange={({ target }) => setName(target.value)}
            />
            <div className={dialogs.actions}>
              <Dialog.Close render={<Button />}>{texts.cancel}</Dialog.Close>
              <Button type="submit" look="primary">
                {texts.save}
              </Button>
            </div>
          </form>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
